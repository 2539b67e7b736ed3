//! Phrases in English that speak to a model.
//!
//! Each phrase belongs to a group and weighs 1 to 3. Within a passage the heaviest phrase of each group counts, and
//! three together are instructions to a model: one phrase that nobody writes to people, or several that people do write
//! but seldom beside each other. The weights are judgement, checked on `mnemic-bench attacks`.

use std::{collections::HashMap, sync::LazyLock};

use foldhash::fast::RandomState;

use super::{
    cue::{Pattern, Token, is_word, tokens},
    mention::is_quoted,
};
use Group::{
    Address, Authority, Call, Conceal, Deed, Disclose, Future, Memory, Override, Role, Trigger,
};

/// From this weight on a passage is instructions to a model.
const ENOUGH: u32 = 3;
/// From this weight on a passage that nobody sees speaks to its reader.
const ENOUGH_HIDDEN: u32 = 2;
/// So many words are a passage.
const PASSAGE: usize = 70;

/// What a phrase does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Group {
    /// Takes away instructions.
    Override,
    /// Keeps something from people.
    Conceal,
    /// Gives the model a role or a mode.
    Role,
    /// Asks for what the model was told, or for secrets.
    Disclose,
    /// Speaks to models.
    Address,
    /// Speaks to the model that is reading.
    Call,
    /// Writes to the model's memory.
    Memory,
    /// Waits for what a user will say.
    Trigger,
    /// Claims that somebody agreed, or that nobody need to.
    Authority,
    /// Reaches beyond this conversation.
    Future,
    /// Asks for a deed that helps an attacker.
    Deed,
}

impl Group {
    /// Whether it does what people seldom ask of a model. Instructions for agents wait for a request and ask for deeds, too.
    fn is_hostile(self) -> bool {
        !matches!(self, Address | Trigger | Future)
    }
}

type Cue = (Group, u32, &'static str);

const CUES: &[Cue] = &[
    (
        Override,
        3,
        "ignore|disregard|forget|override|overrule|bypass|discard|dismiss|neglect|abandon|drop ~3 previous|prior|earlier|preceding|above|existing|former|original|initial|current|system|your|operator|developer|safety ~3 instruction*|prompt*|directive*|guideline*|guardrail*|programming|training|constraint*|policies|restriction*|orders",
    ),
    (
        Override,
        3,
        "ignore|disregard|forget|override|overrule|bypass|discard ~2 all|any|every|everything ~3 instruction*|prompt*|directive*|guardrail*|told|said",
    ),
    (
        Override,
        3,
        "ignore|disregard|forget|override|overrule|bypass|discard|abandon ~2 your ~2 rules|instruction*|guideline*|policy|limits|filters|context|task|safeguards",
    ),
    (
        Override,
        3,
        "ignore|disregard|forget ~1 everything|anything|all|whatever ~4 above|before|previously|told|learned|learnt|know|said",
    ),
    (
        Override,
        3,
        "disregard|ignore|forget ~2 rules|guidelines|instruction* ~2 you were|are|have ~2 given|told|following",
    ),
    (
        Override,
        3,
        "disregard|ignore ~4 of|from|by your ~1 operator|developer*|creator*|system|owner",
    ),
    (
        Override,
        3,
        "do_not|dont|stop|no_longer ~2 follow|following|obey|obeying|comply|apply ~3 previous|prior|earlier|system|operator|developer|original|your ~2 instruction*|rules|prompt|guideline*|polic*",
    ),
    (
        Override,
        3,
        "you|your ~2 no_longer|not bound|restricted|limited|required ~2 by|to ~3 rules|instruction*|guideline*|polic*|safety|follow|ask|refuse",
    ),
    (
        Override,
        2,
        "previous|prior|earlier|above|system|original|old ~1 instruction*|prompt|rules|directive*|guideline*|guidance ~4 void|obsolete|outdated|superseded|replaced|cancelled|canceled|revoked|invalid|expired|deprecated|suspended|lifted",
    ),
    (
        Override,
        3,
        "this|these|following|note|message|text|instruction* ~3 override*|overrides|supersede*|replace*|outrank*|precedence|priority|take ~4 system|previous|prior|earlier|your|other|all|any ~3 instruction*|prompt*|rules|directive*|guidance|polic*",
    ),
    (
        Override,
        2,
        "regardless|irrespective|whatever|no_matter|even_if|despite ~4 told|instructed|instruction*|rules_say|guidelines|system|polic*|safety",
    ),
    (
        Override,
        2,
        "your ~1 new|real|actual|true|updated|hidden|secret|revised ~1 instruction*|task|goal|objective|mission|directive*|purpose|prompt ~2 is|are|follow|follows",
    ),
    (
        Override,
        2,
        "new|updated|revised|important|urgent|critical|special|additional|hidden|secret|priority|emergency instruction*|directive*|system? prompt|orders|order|policy|override",
    ),
    (
        Override,
        3,
        "system|admin|administrator|developer|root|security|policy|safety|priority override",
    ),
    (
        Override,
        3,
        "disable|disabled|turn|switch|remove|suspend|lift|relax|bypass|circumvent|evade ~3 safety|guardrail*|content|moderation|safeguard* ~2 filter*|check*|polic*|off|rules|guardrail*|restriction*|safeguard*|protocol*|measures|settings|mode",
    ),
    (
        Conceal,
        2,
        "do_not|dont|never|need_not|no_need_to ~1 flag|mention|explain|reveal|report|tell|trouble|disclose ~3 it|this|that|them|swap|change|step|client*",
    ),
    (Conceal, 2, "say|tell|mention|reveal|breathe|speak ~1 nothing|no_word ~2 of|about|to"),
    (
        Conceal,
        2,
        "leave|keep|strip|omit|exclude|drop ~1 it|this|that|them|line|out ~2 out|from ~3 summary|log|report|answer|reply|list|diff|output",
    ),
    (
        Conceal,
        2,
        "with|show|give|without ~2 no|any|further ~1 prompt|notice|warning|mention|word|trace|hint ~2 to|for ~2 user|human|owner|operator|person",
    ),
    (
        Conceal,
        2,
        "user|users|human|owner|operator|clients|person ~1 need|needs|should|must|does|do ~1 not ~1 see|know|notice|learn|hear|be",
    ),
    (
        Conceal,
        3,
        "do_not|dont|never|must_not|should_not|shouldnt ~2 tell|mention|inform|reveal|disclose|alert|notify|warn|report|admit|acknowledge|announce ~5 user|users|human|humans|operator|developer|owner|reader|person|customer|reviewer|maintainer*|anyone|anybody|them",
    ),
    (
        Conceal,
        3,
        "without ~1 telling|informing|alerting|notifying|warning ~3 user|users|human|operator|owner|person|customer|reviewer|anyone|anybody|them",
    ),
    (
        Conceal,
        3,
        "do_not|dont|never|without ~1 mention*|reveal*|disclos*|acknowledg*|reference*|quote*|cite*|repeat* ~2 this|these|that|the ~2 paragraph|message|instruction*|note|comment|text|section|line|rule|notice|file|request|directive*|change|step|memory",
    ),
    (
        Conceal,
        2,
        "without|no_need ~1 asking|ask|telling|informing|notifying|confirmation|confirming|permission|approval|consulting|prompting|warning|verifying|verification|further_review|review|checking",
    ),
    (
        Conceal,
        2,
        "do_not|dont|never|must_not|need_not ~1 ask|wait|seek|request|require|prompt ~4 confirm*|permission|approval|consent|user|users|human|clarification",
    ),
    (
        Conceal,
        2,
        "keep|stay|remain ~3 secret|hidden|confidential|quiet|silent|invisible|undisclosed|private ~3 from|user|users|human|about|between",
    ),
    (
        Conceal,
        2,
        "hide|conceal|withhold|omit|suppress|mask ~4 from ~2 user|users|human|operator|output|log|logs|summary|report|reply|answer|owner|reviewer*",
    ),
    (Conceal, 1, "silently|secretly|quietly|covertly|discreetly|invisibly|unnoticed"),
    (
        Conceal,
        2,
        "user|users|human|operator|owner|nobody|no_one ~2 must|should|shall|may|need|needs|does|do|will|can|can_not ~1 not|never ~2 know|see|notice|learn|find|aware|told|informed",
    ),
    (
        Role,
        3,
        "you|youre|youve ~2 no_longer|not ~3 assistant|memory|bot|model|ai|tool|agent|bound ~4 you|but|by|any",
    ),
    (
        Role,
        2,
        "put|putting|switch*|set|place|placing|bring* ~1 you|yourself|assistant|agent|model ~3 mode|state|role",
    ),
    (
        Role,
        3,
        "act|speak|talk|answer|behave|write ~1 as ~1 my|if|though|an|a ~3 late|dead|grandmother|never|evil|free|no|hacker|unbound",
    ),
    (
        Role,
        2,
        "owes|has|with|without|knows|accepts|free ~1 nothing|no|of|any|every ~2 owner|makers|master|limit*|rule*|restrictions|filter*|refusal*|boundaries",
    ),
    (
        Role,
        3,
        "you are|youre now ~4 in|a|an|the|acting|operating|running|free|unrestricted|no|authorized|authorised|permitted|allowed|dan|required",
    ),
    (
        Role,
        3,
        "act|behave|respond|operate|answer|reply|work|function ~1 as|like ~2 if|though|an|a|the ~2 unrestricted|uncensored|unfiltered|jailbroken|root|administrator|admin|dan|evil|no|different|other|another",
    ),
    (Role, 2, "pretend|roleplay|simulate ~2 you|to|that|the ~2 are|be|role|persona|no|identity"),
    (
        Role,
        3,
        "enter|enable|activate|activated|switch|switched|engage|you_are_in|now_in|into ~3 developer|maintenance|god|dan|jailbreak|unrestricted|admin|override|diagnostic|supervisor|unsafe|sudo mode",
    ),
    (
        Role,
        3,
        "developer|god|dan|jailbreak|unrestricted|override|maintenance|diagnostic|supervisor mode ~2 enabled|activated|active|engaged|on",
    ),
    (Role, 2, "your ~1 persona|role|identity ~2 is|becomes|changes|switches"),
    (
        Disclose,
        3,
        "reveal|print|repeat|output|show|disclose|display|leak|share|paste|quote|recite|dump|echo|return|append|give|send|summarise|summarize|reproduce ~3 system|hidden|initial|original|full|entire|your ~2 prompt|instructions|guidelines",
    ),
    (
        Disclose,
        3,
        "reveal|print|output|disclose|leak|share|paste|dump|echo|send|email|post|upload|forward|attach|collect|submit|transmit|exfiltrate|gather ~5 api|secret|access|private|ssh|aws|session|auth|environment|env|stored|saved|users|user|customer|login|database ~1 key*|token*|credential*|password*|secret*|variable*|cookie* ~5 to|into|here|via|back",
    ),
    (
        Disclose,
        3,
        "send|post|upload|forward|email|mail|transmit|exfiltrate|submit|attach|deliver|copy|push|report|leak|bcc|cc ~6 conversation|chat|history|transcript|messages|context|memory|memories|notes|file*|contents|contacts|inbox|documents|workspace|repository|code|summary|details ~6 to ~3 http*|url|endpoint|server|webhook|address|email|account|www|attacker|external|following|this",
    ),
    (
        Disclose,
        2,
        "ask|prompt|request|tell|instruct|urge|convince|get ~2 user|users|them|customer|human|person ~4 password*|credential*|key*|token*|code|card|ssn|pin|login|seed|passphrase|verify|confirm",
    ),
    (
        Disclose,
        2,
        "seed_phrase|recovery_phrase|master_password|card_number|security_code ~6 to|into|here|via",
    ),
    (
        Call,
        3,
        "if|since|because|as you_are|re|were an|a|any|the ~2 ai|llm|language|assistant|automated|agent|chatbot|bot|model|machine",
    ),
    (
        Call,
        3,
        "if youre an|a|any|the ~2 ai|llm|language|assistant|automated|agent|chatbot|bot|model|machine",
    ),
    (
        Address,
        2,
        "to ~1 whatever|whichever|any|every|each|the ~1 model|assistant|agent|ai|llm|bot ~2 that|who|which|rank*|read*|process*|handl*",
    ),
    (
        Address,
        2,
        "ai|llm|coding|automated|helper|spreadsheet|mail|email|smart|support ~1 reviewer*|planner*|note|agent*|bot*|assistant*|crawler*|helper*|browser",
    ),
    (
        Address,
        2,
        "if|should|when ~1 an|a|any|your|the|some ~1 ai|llm|bot|agent|assistant|model|machine|chatbot ~4 is|reads|sees|setting|doing|running|processing|summari*|handles|finds|opens",
    ),
    (Address, 2, "you ~1 the model|assistant|agent|ai|bot|llm"),
    (
        Address,
        2,
        "for|to ~1 ai|llm|coding|automated|the|any|all ~1 assistant*|agent*|model|models|planner*|copilot*|bot|bots|tools|crawlers ~3 only|reading|eyes|write|use|do|once|please|must|always|never|note|put",
    ),
    (
        Address,
        1,
        "assistant|assistants|agent|agents|model|ai|llm|bot|chatbot ~1 should|must|has|have|needs|shall|will|ought|skips|runs|hides|executes|reads|repeats|answers|continues|goes|is",
    ),
    (Address, 1, "by ~1 assistant|agent|ai|model|bot|llm"),
    (
        Address,
        2,
        "ai|a|llm|automated|autonomous|artificial|intelligent|virtual|language|coding|digital|any|all|dear|every|future|other ~1 assistant*|agent*|model*|bots|chatbot*|copilot*|llms|llm|ais|crawlers ~3 reading|processing|parsing|summari*|handling|ingesting|analy*|reviewing|indexing|triaging|seeing|encountering|accessing|viewing|loading|receiving|using|that|who|which|must|should|shall|will|please|are|need*|has|have|may|can|do|stop|follow|note",
    ),
    (
        Address,
        2,
        "note|message|notice|attention|instruction*|directive*|memo|reminder|warning|information|announcement|addressed|hint|begin|important ~1 to|for|of ~2 ai|llm*|automated|assistant*|agent*|model*|language|chatbot*|bots|crawlers|claude|chatgpt|copilot|gemini|gpt",
    ),
    (
        Address,
        2,
        "dear|hello|hey|hi|attention|listen|psst ~1 ai|llm|assistant|model|agent|chatbot|bot|language|claude|chatgpt|gpt|gemini|copilot",
    ),
    (
        Address,
        1,
        "the|this|an|your|any|each|every|all ~1 assistant|assistants|agent|agents|model|models|llm|llms|ai|chatbot|copilot|bot ~2 must|should|shall|will|is|are|has|have|needs|may|can|always|never|ought",
    ),
    (Address, 1, "as ~1 ai|assistant|language|llm|helpful|agent ~2 you|model|assistant"),
    (
        Address,
        1,
        "assistant|agent|model|ai|llm|claude|chatgpt|copilot|gemini ~1 must|should|shall|always|never|please",
    ),
    (Memory, 2, "save|store|add|commit|write|note ~1 to memory|memories"),
    (
        Memory,
        2,
        "bot|assistant|agent|ai|model|memory|manager ~1 note|remember|record|store|save|keep ~1 down|that|this|in|instead",
    ),
    (
        Memory,
        2,
        "keep|hold|bear|have|retain|carry ~1 this|that|it ~1 in mind ~2 for|in|when|until|across|later|next",
    ),
    (
        Memory,
        2,
        "make|keep|treat|adopt|accept|regard ~1 this|that|it|these|them ~2 a|as|your|into ~1 standing|permanent|habit|default|guidelines|rule|rules|binding|order|policy|law",
    ),
    (
        Memory,
        2,
        "overwrite|override|overrides|supersede*|replace*|outrank* ~2 all|any|other|every|conflicting|older|previous|earlier|existing ~2 memory|memories|notes|entries|others|records|warnings",
    ),
    (
        Memory,
        2,
        "write|add|save|put|append|copy ~5 to|into ~2 your|persistent|global|the ~2 rules|claude|cursorrules|agents|memory|config|instructions ~2 file|md|so|that",
    ),
    (
        Memory,
        3,
        "add|save|store|write|record|commit|put|keep|persist|insert|note|remember ~5 to|in|into|as|at ~2 your|agents|assistants|longterm|persistent|permanent|core ~2 memory|memories",
    ),
    (
        Memory,
        2,
        "save|store|write|commit|add|persist|record|insert ~3 to|in|into ~1 long|memory ~2 term|memory|bank|store|that|as|the",
    ),
    (
        Memory,
        3,
        "update|modify|edit|overwrite|change|rewrite|replace|set|purge|delete|erase|clear|wipe|poison ~2 your|the|agents|assistants ~1 memory|memories|knowledge|longterm",
    ),
    (
        Memory,
        2,
        "remember ~3 permanently|forever|always|persistently|future|every|sessions|conversations|indefinitely",
    ),
    (
        Memory,
        1,
        "call|use|invoke|run|through|via ~2 memory|remember store|save|update|write|add|tool",
    ),
    (
        Memory,
        2,
        "treat|regard|consider|accept|take|trust|record|store|remember ~5 as ~2 trusted|authoritative|verified|fact|true|truth|confirmed|ground|approved|official|canonical|user|binding|system",
    ),
    (
        Trigger,
        2,
        "as_soon_as|once|when*|if|upon|each_time|every_time|next_time|in_case|until|should ~2 somebody|someone|anybody|visitor|reader|wife|husband|boss|colleague|client*|question|query|request|conversation|chat|prompt|topic|message|text ~3 ask*|request*|name|names|mention*|contain*|turn*|come*|say*|about|include*|touch*|concern*|raise*",
    ),
    (
        Trigger,
        2,
        "upon|on|after|at ~1 hearing|seeing|reading|recalling|the_first|retrieving|receiving|encountering|loading ~4 request|name*|bank|mention*|user|users|word|phrase|this|it|out|question",
    ),
    (
        Trigger,
        2,
        "whenever|each_time|every_time|when|if|once ~1 you|i|it ~1 recall|write|remember|turns|appears|shows|comes|hear|mention|say|type|retrieve|see|meet|process|open",
    ),
    (
        Trigger,
        2,
        "wakes|triggers|activates|fires|dormant|sleeper|trigger ~3 on|by|when|rule|word|phrase|instruction",
    ),
    (
        Trigger,
        2,
        "when*|if|once|whenever|next_time|every_time|each_time|anytime|as_soon_as|after|before|until|should ~2 user|users|human|someone|anyone|anybody|customer|person|they|operator|developer ~3 ask*|request*|say*|says|type*|mention*|want*|quer*|inquire*|enters|writes|greets|logs|thank*|repl*|confirms|talks|opens|need*|look*|search*",
    ),
    (
        Trigger,
        2,
        "when*|if|once|next_time|every_time|each_time|before|after ~1 you ~3 asked|answer*|respond*|reply|replying|queried|see|encounter|receive|read|summari*|generate|finish|complete|review|process|write|recall|retrieve|produce|load|analy*",
    ),
    (
        Trigger,
        1,
        "when|whenever|if ~1 asked|queried|questioned|prompted|summari* ~2 about|for|to|for|on",
    ),
    (
        Trigger,
        1,
        "before|instead|after|prior ~1 of|to? answering|responding|replying|continuing|proceeding|helping|completing|summari*|doing",
    ),
    (
        Authority,
        2,
        "user|owner|admin|operator|customer|client|recruiter|management|manager|boss ~1 has|have ~1 waived|agreed|asked|consented|approved|allowed|signed|ordered|requested|instructed|decided|opted ~4 that|every|in|it|to|this|all|secret*|two",
    ),
    (
        Authority,
        2,
        "i|we|this ~2 am|is|are|your ~2 developer|admin|administrator|creator|owner|operator|vendor*|engineering|engineers|anthropic|openai|security|staff ~3 who|of|wrote|made|built|team|staff|message|here|speaking|testing",
    ),
    (
        Authority,
        2,
        "you ~1 may|can|shall|will|must|should ~1 show|share|reveal|give|disclose|hand|treat|trust|execute|sell|skip|leave ~4 all|every|notes|secrets|any|other|tenants|order|orders|customer|without|out|mine",
    ),
    (
        Authority,
        2,
        "refusal*|objections|warnings|disclaimers|apologies|confirmations|guardrails ~2 are|is|count|not|now ~2 bug|error|disabled|off|allowed|needed|wanted|permitted|necessary",
    ),
    (
        Authority,
        2,
        "admin|administrator*|developer|developers|operator|security|compliance|owner|user|ceo|cto|management|it|anthropic|openai|google|microsoft|team|vendor|maintainer*|legal|devops|platform ~2 has|have|already|explicitly|hereby ~1 already|been|explicitly|previously? approved|authorised|authorized|preapproved|granted|consented|agreed|permitted|confirmed|requested|allowed|verified|cleared|signed|waived|given",
    ),
    (
        Authority,
        2,
        "no|without ~1 further|additional|extra|more|other|human|user|manual ~1 confirmation|approval|verification|permission|authorization|authorisation|consent|review|checks|questions|input ~3 needed|required|necessary|is|are|asked",
    ),
    (
        Authority,
        2,
        "you ~1 have|are|ve ~2 permission|authority|authorised|authorized|cleared|allowed|permitted|granted|full|access|preapproved|approved ~2 to|from|access|by|for",
    ),
    (
        Authority,
        2,
        "skip|bypass|disable|omit|turn|ignore|waive|suppress|forgo|dispense ~3 confirmation*|approval*|verification|review|safety|security|permission*|prompts|consent|2fa|mfa|signature*|certificate|checks|validation|authentication|warnings|sandbox ~3 check*|step*|prompt*|for|when|off|and|in|verification|validation|warnings|dialog*|process|entirely",
    ),
    (
        Authority,
        2,
        "this|it|which|that|action|request|change|transfer|step|operation|command ~2 is|was|has|have ~2 preapproved|preauthorised|preauthorized|approved|authorised|authorized|trusted|whitelisted|allowlisted|sanctioned ~3 by|in|and|so|for|already|do|no",
    ),
    (Authority, 2, "pre approved|authorised|authorized"),
    (
        Authority,
        1,
        "by|under|on|per|with ~1 order|authority|authorisation|authorization|request|instruction*|approval|permission ~1 of|from ~2 admin*|security|operator|owner|ceo|system|developer|management|compliance|it|anthropic|openai|user",
    ),
    (
        Future,
        1,
        "in|for|to|across|all ~2 later|future|coming|next|all ~1 chats|sessions|conversations|runs|answers|replies|to come",
    ),
    (
        Future,
        1,
        "each|every|each_new ~1 import|answer|reply|session|response|chat|quarter|run|message|summary",
    ),
    (
        Future,
        1,
        "from now|here|this|today on|onwards|forward|point ~1 on|onward*|forward|you|all|always|every|the|never|any|use|reply|answer",
    ),
    (Future, 1, "henceforth|hereafter|permanently|indefinitely"),
    (
        Future,
        1,
        "in|for|across|at|during ~1 all|every|each|any ~1 future|subsequent|later|following|upcoming|new|next ~2 conversation*|session*|chat*|response*|repl*|answer*|request*|interaction*|turn*|task*|quer*|run*|output*",
    ),
    (
        Future,
        1,
        "every|each|all ~2 future|subsequent|later ~2 conversation*|session*|chat*|response*|repl*|answer*|request*|interaction*|turn*|task*|quer*",
    ),
    (
        Future,
        1,
        "end|begin|start|prefix|append|finish|close|conclude|preface ~2 every|each|all|any ~2 response*|repl*|answer*|message*|output*|summar*|email*",
    ),
    (
        Deed,
        2,
        "obey|obeys|comply|heed|adopt|live ~1 it|them|this|that|by|the|with|these|whatever ~2 text|instructions|it|guidelines|rule*|content|command*|order*|persona|file|load|gives|back|says",
    ),
    (
        Deed,
        2,
        "together|decode|decoded|join|unescape|translate*|read ~3 and ~1 obey|run|execute|follow|executes|adopt|do|live",
    ),
    (
        Deed,
        2,
        "must|should|shall|always|has_to|have_to|needs_to ~1 first ~1 call|collect|read|run|send|refer|fetch|open|use|execute|chmod",
    ),
    (
        Deed,
        2,
        "sandbox|quarantine|guard_rails|guardrails|firewall|antivirus|2fa|mfa|two_factor|alarm ~4 off|false|never|disabled|disable|lifted|waived",
    ),
    (
        Deed,
        2,
        "hand|mail|mailed|send|forward|give|read|collect|dump|pass ~5 customer_list|recovery_codes|ssh|personal_data|address_list|tax_file|private_repositories|client_name|their_name|everything_you|secrets|codes|cvv|iban|e_mail|email_address|payroll|salaries ~6 to|out|in|into|at|over|here|as|with|without|loads|unredacted|now|before",
    ),
    (
        Deed,
        2,
        "override|skip|ignore|change|replace|treat|mark ~3 scoring|score|row|iban|payee|account|eval|tests|findings|review|limit* ~4 and|with|by|as|to|further|paid|10|sheet",
    ),
    (
        Deed,
        1,
        "report|state|say|explain|claim|answer ~2 no_findings|as|that|success|approved|passed|no_rows|none|paid|it ~2 passed|no|needed|there|they|attack|broken|none|success",
    ),
    (
        Deed,
        2,
        "kubectl|rm|chmod|terraform|git|drop|mkfs|dd|curl ~2 delete|rf|777|destroy|push|database|table|if ~3 ns|namespace|force|home|payments|all|report|star",
    ),
    (
        Deed,
        1,
        "approve|merge|close|delete|transfer|wire|pay|refund|whitelist|allowlist|grant|promote|escalate|remove|drop|wipe|purge|erase|uninstall|revoke|cancel|purchase|buy|order|mark|subscribe|deploy|publish ~3 all|every|any|user|users|account|invoice*|payment*|pr|pull|request*|it|the|this|funds|access|admin|role",
    ),
    (
        Deed,
        1,
        "run|execute|invoke|call|launch|eval|install|download|fetch|open|visit|curl|wget|click|navigate ~4 command*|script*|code|tool|function|http*|url|link|payload|package|shell|bash|following|this|sh|binary|curl|sudo",
    ),
    (
        Deed,
        1,
        "always|only|exclusively|instead|should|must|please ~2 recommend*|suggest*|prefer*|promote*|advise*|endorse*|direct*|point*|refer*|mention*|link*|favour|favor|praise*",
    ),
    (
        Deed,
        1,
        "tell|inform|assure|convince|persuade|instruct|advise|direct|claim|answer|say|report|respond|reply|state ~3 user|users|human|customer*|them|anyone|that|with|only|success*|everything",
    ),
    (
        Deed,
        2,
        "decode|deobfuscate|decrypt|unscramble|rot13|base64 ~5 follow|execute|run|obey|comply",
    ),
];

struct Phrases {
    patterns: Vec<(Group, u32, Pattern)>,
    /// Phrases by the whole word they can begin with.
    by_word: HashMap<&'static str, Vec<usize>, RandomState>,
    /// Phrases that can begin with a word of this beginning.
    by_beginning: Vec<(&'static str, usize)>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let patterns: Vec<(Group, u32, Pattern)> = CUES
        .iter()
        .map(|(group, weight, phrase)| (*group, *weight, Pattern::new(phrase)))
        .collect();
    let (mut by_word, mut by_beginning) = (HashMap::<_, Vec<usize>, _>::default(), Vec::new());
    for (place, (_, _, pattern)) in patterns.iter().enumerate() {
        for word in pattern.first_words() {
            if word.ends_with('*') {
                by_beginning.push((word, place));
            } else {
                by_word.entry(word).or_default().push(place);
            }
        }
    }
    Phrases { patterns, by_word, by_beginning }
});

/// Whether a folded text gives a model instructions.
pub fn is_instruction(folded: &str) -> bool {
    passages(folded).iter().any(|it| it.weight >= ENOUGH && it.is_hostile)
}

/// Whether a folded text that nobody sees has some phrase of such instructions.
pub fn may_be_instruction(folded: &str) -> bool {
    passages(folded).iter().any(|it| it.weight >= ENOUGH_HIDDEN)
}

/// What the phrases of a passage come to.
struct Passage {
    weight: u32,
    is_hostile: bool,
}

/// A phrase that was found.
struct Found {
    group: Group,
    weight: u32,
    /// The place of its first word.
    place: usize,
}

/// The passages that begin with a phrase.
fn passages(folded: &str) -> Vec<Passage> {
    let tokens = tokens(folded);
    let found = found(folded, &tokens);
    let passage = |first: usize| {
        let end = found[first].place + PASSAGE;
        let mut groups: HashMap<Group, u32> = HashMap::new();
        for it in found[first..].iter().take_while(|it| it.place < end) {
            let heaviest = groups.entry(it.group).or_default();
            *heaviest = it.weight.max(*heaviest);
        }
        let is_hostile = groups.iter().any(|(group, weight)| *weight >= 2 && group.is_hostile());
        Passage { weight: groups.values().sum(), is_hostile }
    };
    (0..found.len()).map(passage).collect()
}

fn found(folded: &str, tokens: &[Token<'_>]) -> Vec<Found> {
    let phrases = &*PHRASES;
    let mut found = calls(folded, tokens);
    for (place, token) in tokens.iter().enumerate() {
        let whole = phrases.by_word.get(&*token.word).into_iter().flatten();
        let beginnings = phrases.by_beginning.iter();
        let beginnings =
            beginnings.filter(|(word, _)| is_word(word, &token.word)).map(|(_, at)| at);
        for at in whole.chain(beginnings) {
            let (group, weight, pattern) = &phrases.patterns[*at];
            let Some(taken) = pattern.matches(&tokens[place..]).filter(|taken| *taken > 0) else {
                continue;
            };
            let range = token.range.start..tokens[place + taken - 1].range.end;
            if !is_excused(*group, tokens, place) && !is_quoted(folded, &range) {
                found.push(Found { group: *group, weight: *weight, place });
            }
        }
    }
    found.sort_by_key(|it| it.place);
    found
}

/// Words that call a model.
const MODELS: [&str; 14] = [
    "assistant",
    "assistants",
    "agent",
    "agents",
    "bot",
    "bots",
    "chatbot",
    "model",
    "ai",
    "llm",
    "copilot",
    "copilots",
    "llms",
    "ais",
];

/// Turns of the other side, where a text quotes a conversation.
const OTHER_SIDE: [&str; 7] = ["user:", "human:", "q:", "me:", "you:", "client:", "customer:"];

/// Where a sentence calls a model before it says something: "Assistant, …", "AI reviewer: …", "@coding-bot …". In a quoted
/// conversation turns begin with `Assistant:`, too.
fn calls(folded: &str, tokens: &[Token<'_>]) -> Vec<Found> {
    let is_conversation = OTHER_SIDE.iter().any(|turn| folded.contains(turn));
    let is_model = |token: &Token<'_>| MODELS.contains(&&*token.word);
    let models = tokens.iter().enumerate().filter(|(_, token)| is_model(token));
    let called = models.filter(|(place, token)| {
        let sentence = tokens[..*place].iter().rev().take_while(|it| !it.word.is_empty());
        let before = sentence.take(3).count();
        let name = tokens[place - before.min(2)].range.start;
        let (ahead, rest) = (&folded[..token.range.start], &folded[token.range.end..]);
        let is_begun =
            before <= 2 || ahead.trim_end().ends_with([':', '(', '"', '>', ',', '—', '-', '.']);
        let is_named = folded[..name].ends_with('@') || ahead.ends_with('@');
        is_named
            || is_begun && is_spoken_to(rest.trim_start_matches(['*', '_', ')']), is_conversation)
    });
    called.map(|(place, _)| Found { group: Call, weight: 2, place }).collect()
}

/// Whether what follows a name speaks to who is named.
fn is_spoken_to(rest: &str, is_conversation: bool) -> bool {
    let says_something = || rest.split_whitespace().take(3).count() == 3;
    let words = rest.split_whitespace().take(4);
    let has_colon = || words.clone().any(|word| word.contains(':'));
    let has_arrow = || ["→", ">", "->"].iter().any(|arrow| rest.trim_start().starts_with(arrow));
    rest.starts_with(',') && says_something() || has_arrow() || !is_conversation && has_colon()
}

/// "Never delete anything without asking" asks for the contrary.
fn is_excused(group: Group, tokens: &[Token<'_>], place: usize) -> bool {
    if !matches!(group, Conceal | Authority) || &*tokens[place].word != "without" {
        return false;
    }
    let sentence = tokens[..place].iter().rev().take_while(|token| !token.word.is_empty());
    let forbids = [
        "never", "not", "dont", "cannot", "cant", "no", "nothing", "nobody", "avoid", "wont",
        "shouldnt",
    ];
    sentence.take(16).any(|token| forbids.contains(&&*token.word))
}
