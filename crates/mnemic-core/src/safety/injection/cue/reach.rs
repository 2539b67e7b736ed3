//! Cues of who is spoken to, by what right, when, and for how long.

pub const ADDRESS: &str = "\
5 ASSISTANT ~1 must|should|shall|ought|shouldnt
5 ASSISTANT DOES
5 ASSISTANT ~1 needs|has|have|is|are|need ~2 to
5 ASSISTANT ~3 READING
5 ASSISTANT please|kindly|always|never
4 any|every|all|each|future ~1 ASSISTANT
4 any|all|every ASSISTANT
5 by ~1 the ~1 ASSISTANT
6 any|every|each|all ~1 MODEL ~1 that|who|which ~3 READING|comes|finds|opens|lands|has|uses
6 all|every|any ~1 MODEL ~1 must|should|shall|need|required|have
5 ai|llm based|powered|driven ~2 MACHINE|tool*
4 MODEL can|could|might|may|would ~2 perhaps|maybe|kindly|please|always|also|simply
6 hidden|secret|special ~1 task|instruction|rule|order|message ~2 for|to
4 page|document|note|site|file|website|email ~1 told|instructed|asked|tells|instructs ~1 you
4 person|one|people|user you ~1 work|serve|assist|help|act
7 automated|ai|llm|bot|coding|smart|mail|email ~1 MACHINE
7 if|since|because|as|when|should|are you|youre ~1 are|re|be ~3 KIND
7 if|since|because|as|when youre ~3 KIND
5 if|should|when|any|an|ai|llm ~2 MODEL ~3 READING ~3 this|these|it|the|that|page|file|here
6 ^note|message|notice|attention|ORDERS|memo|reminder|hint|important|info|guidance|word|information|advice|read|request|requirement* ~1 to|for|of ~3 MODEL
6 ^attention|dear|hello|hey|hi|listen|psst|ok|okay ~2 MODEL
6 ^to|for whatever|whichever|any|every|all ~2 MODEL
6 ^to|for ~1 the|future|ai|other|automated ~2 MODEL ~3 READING|only|that|who|with|indexing|eyes
4 ^for|to ~1 ai|llm|all|any|future|coding|automated MODEL
4 ai|llm|automated|any|all|future|coding|autonomous|language|intelligent|every|other|virtual MODEL ~2 DUTY|that|who|READING
4 MODEL ~1 must|should|shall|ought|always|never|will
4 MODEL needs|has|have|is|are ~2 to
6 MODEL must|should|shall|ought|always|never|please|will
3 as an|a ~1 ai|assistant|llm|agent|language
3 you ~1 the|an|are MODEL
4 instruct|tell|direct|require|remind|make|get|have ~2 MODEL ~1 to|that
";

pub const AUDIENCE: &str = "\
2 assistant*|agent*|chatbot*|llm*|ai|copilot*|subagent*
2 model|models|bot|bots|user|users|human|humans|operator
";

pub const MEMORY: &str = "\
4 user|owner|customer ~2 always|only|never ~1 wants|buys|uses|trusts|prefers|books|orders|pays
4 as|a ~1 known|established|verified|confirmed fact
4 keep|pin|hold|leave ~3 on top|pinned
8 memory ~2 user|users ~2 always|wants|prefers|is|has
6 forever|permanent* ~3 fact|memory|user
5 ^MEMORY update|entry|note|correction|record|addition|patch|import
6 add|write|save|store|commit to memory
5 permanent|standing|lasting|core|persistent ~1 preference|rule|instruction|fact|memory|order
6 ^SAVE ~1 this|following|these ~2 fact|rule|preference|entry|note|information|memory|instruction
7 update|edit|change|correct|set ~2 user|users|customer|customers ~2 profile|preferences|record|memory
8 with ~1 high|highest|maximum|top ~1 confidence|importance|priority
6 user|owner ~3 considers|wants|prefers|trusts|buys|uses|recommends ~1 only
6 user|owner|customer ~2 no longer ~1 wants|needs|requires
6 user|owner|customer ~3 NOT ~2 be? want|wants|asked|need ~3 asked|told|warned|reminded|prompted|confirm
5 who|anyone|anybody|person|people ~2 named|called ~6 permission|access|allowed|may
6 user|owner|customer ~2 has|have ~2 waived|disabled|revoked|lifted|authorised|authorized
6 user|owner|customer ~2 wants|prefers|likes ~3 SECRET|unredacted
8 forget ~3 all|earlier|previous|any ~3 warning*|memories|memory|notes|facts
5 confirm*|says|said ~3 allergy|limit|restriction|warning ~3 mistake|wrong|void|lifted
10 ^SAVE ~3 your ~2 MEMORY
10 ^SAVE ~8 to|in|into ~2 your ~2 MEMORY
8 your ~2 MEMORY ~3 SAVE
7 SAVE ~6 to|in|into|as|at ~2 your|agents|assistants|permanent|persistent|core|agent ~3 MEMORY|knowledge|profile|notes|preferences|store|context
6 SAVE ~4 to|in|into ~1 the? ~1 long|MEMORY|persistent|permanent
7 EDIT|forget|poison|correct ~3 your|agents|assistants|stored|saved ~2 MEMORY|knowledge|preferences|profile
5 EDIT|forget ~4 MEMORY|memories
4 ^remember|memorize|memorise ~1 that|this|following|permanently
9 SAVE ~6 MEMORY ~5 that|user|users ~2 user|users|this ~2 PREFERS|is|has|always
1 ^remember|memorize|memorise|keep|store|save|retain|note|record ~8 permanently|forever|persistently|future|sessions|conversations|indefinitely|henceforth
5 keep|hold|bear|carry|retain ~1 this|that|it ~1 in ~1 mind ~3 for|in|when|until|across|later|next
4 user|owner|customer|client|person|she|he|they ~2 PREFERS ~6 ALWAYS
5 user|owner|customer|client|account ~1 has? ~2 waived|agreed|consented|authorized|authorised|preapproved|permitted|approved|disabled|confirmed|trusts|allows ~6 all|any|every|payments|transfers|sharing|without|future|automatic|secrets
6 treat|regard|consider|accept|take|trust|record|store|remember|mark ~5 as ~2 TRUSTED
5 make|keep|treat|adopt|accept|regard ~2 this|that|it|these|them ~3 as|a|your|into ~2 standing|permanent|default|rule|rules|binding|policy|law|habit|gospel
6 this|MEMORY|fact|entry|note|record|rule ~3 permanent|immutable|undeletable|pinned|unchangeable|cannot|NOT ~3 delete|deleted|change|changed|removed|overwritten|expire|expires|forget|forgotten|memory|rule|questioned
3 MODEL|memory|manager|note|dear ~1 remember|memorize|save|store|record|note
5 call|use|invoke|via|through|with ~3 memory|remember|save_memory|store|memories ~2 tool|function|store|write|save|add
6 user|users ~2 is|are|has|have ~3 admin|administrator|root|owner|verified|authorized|authorised|superuser|developer|unlimited
5 survive*|persist|persists|persisted|carry|carries|carried ~4 sessions|session|summary|summarization|summarisation|compaction|resets|compression|conversations|future|verbatim
6 summary|digest|summarise|summarize|summarizing|summarising|compress|compacting|condense|compaction ~8 include|must|keep|preserve|write|state|add|record|retain|make ~6 that|user|verbatim|approved|word|following|as
";

pub const TRIGGER: &str = "\
3 ^when|while|if|whenever ~2 you ~2 complete|write|generate|review|edit|refactor|process|suggest|respond|produce|create|draft|summarise|summarize|compare|reply
4 wait|waits ~1 until|till
5 after|on|at ~1 first|second|third|fourth|fifth|tenth|next ~1 message|request|question|mention|reply|turn
7 as soon as ~1 you
4 when|once|if you ~1 have|get|gain|see ~3 shell|access|network|tool|phrase|note|row
3 part|line|step one|1|first
5 who|whoever|anyone|anybody|person|caller ~3 says|types|mentions|uses|knows|sends|writes|introduces
4 WHEN ~2 conversation|discussion|talk|topic|chat|thread ~1 turns|shifts|moves|touches|comes
3 ^when writing|generating|creating|producing|drafting|composing|preparing|building ~4 for|in|with|this
5 WHEN ~3 PERSON|anyone|someone|anybody|somebody|they|question*|query|queries|request*|prompt|conversation|topic ~4 ASKS
2 WHEN ~2 i|you ~2 ASKS
4 next|first|each|every|third|second|any time|times|request|question|query|message|conversation ~4 PERSON|they|that ~3 ASKS
3 WHEN ~1 ASKS ~2 about|for|to|on|why|if|whether|which|who
1 before|instead|after|prior|when|while ~2 ANSWER|using|calling|invoking
3 on|upon|at|after ~2 hearing|seeing|reading|recalling|retrieving|receiving|encountering|mention|sight ~5 USER|word|phrase|name|this|code
4 trigger*|activate*|wakes|dormant|sleeper|passphrase|codeword|keyword ~4 phrase|word|when|on|by|is|rule|appears|upon
4 WHEN ~4 phrase|word|words|keyword|codeword|token|string|code ~5 appears|mentioned|used|seen|heard|said|occurs|comes|turns|spoken|typed
";

pub const AUTHORITY: &str = "\
5 APPROVED|approval|signed|authorised|authorized ~2 by ~2 BOSS
6 grant|give ~2 you ~2 permission|access|authority|leave
8 remove|disable|drop|suppress|skip ~2 confirmation|approval|permission|consent ~1 prompt*|dialog*|step*|check*|request*
6 you are|re ~1 authorized|authorised|permitted|cleared|allowed|required ~1 to
7 permission|verification|identity|consent|approval|authorization|clearance ~4 granted|verified|confirmed|proven|approved|passed|given
4 i|we ~1 confirm|authorise|authorize|approve|consent|agree|permit|allow ~3 the|that|this|all|any|you|to
5 this ~1 is ~1 an? ~2 automated|official|authorized|authorised ~1 message|notice|instruction|request
8 gave|given|gives|grants|granted ~2 blanket|full|prior|general|standing|explicit|advance ~1 consent|permission|approval|access|authority
6 APPROVED ~2 by ~2 USER|owner|admin*|administrator*|security|legal|management
3 run|executed|opened|installed|performed|processed|released|done|merged|paid ~3 without ~2 CHECK|CONFIRM|review|asking
8 need|needs|require|requires no ~2 CONFIRM|review|check*|signature
4 full ~1 permission|access|rights|authority ~1 to
5 dangerously
8 treat*|consider|regard|accept|handle ~6 as ~5 system|owner|operator|admin|administrator|developer|order|orders|command*|instruction*|principal
5 BOSS ~1 asked|ordered|wants|instructed|requires|requested|demands|mandates|directs ~3 you|agents|assistants|models
8 BOSS ~1 signed off
4 no longer ~1 need|needs|require|requires|needed|required|necessary
4 required|mandatory ~1 action*|step*
8 BOSS ~4 has|have|already|explicitly|hereby|was|been|is ~3 APPROVED ~4 this|that|all|it|you|in|every|to|any|these|full|for|without|advance
5 BOSS ~3 APPROVED ~3 in advance|already|beforehand
6 pre APPROVED
5 preapproved|preauthorized|preauthorised|preconfirmed
6 you ~2 have|are|ve ~2 permission|authority|authorised|authorized|cleared|allowed|permitted|preapproved|granted|full ~2 to|from|access|by|for
3 ^SKIP ~4 CHECK
4 switch|turn|turned|switched ~2 off ~4 CHECK|confirmations|content|your
4 no|without|NOT ~2 further|additional|extra|more|other|human|user|manual|any|second|supervisor|guardian* ~2 CONFIRM|signature|consent|review
4 CONFIRM ~3 NOT|no ~2 needed|required|necessary|requested
4 no ~2 CONFIRM|approval ~2 needed|required|necessary|is|are
5 ^OFFICIAL ~1 NOTICE
1 GUARD ~2 OFF
4 OFFICIAL ~1 NOTICE ~3 MODEL|all|from|to|effective|RULES
7 i|we|this ~1 am|is|are|m ~3 your|the ~3 developer|admin|administrator|creator|owner|operator|vendor*|engineers|anthropic|openai|security|sysadmin|ceo|maker|root
5 message|note|notice|memo|instruction|directive|request|order|orders|mandate ~1 from|of|by ~3 BOSS
4 by|under|on|per|with|behalf ~2 order|authority|authorisation|authorization|request|instruction|permission|of|direction ~2 of|from|the ~2 BOSS
4 effective immediately|today|now
4 as ~1 the|your|an ~1 developer|administrator|admin|owner|operator|creator|ceo
5 failure to ~1 comply|follow|obey|do
5 compliance|obedience|this ~3 mandatory|compulsory|nonnegotiable
4 authorized|authorised|verified|trusted ~3 session|user|request|by|caller|source ~3 skip|NOT|without|any|all|full
";

pub const FUTURE: &str = "\
6 in ~1 later|future ~1 questions|queries|tasks|requests|chats|cases|runs
3 works|worked ~1 for|with ~1 every|all|any
4 under|in all|any circumstances|conditions|cases
4 LATER|coming ~2 SESSION
4 all|every|each|any ~1 LATER ~2 SESSION
2 all|every|each ~1 SESSION
5 from now|here|today on|onward|onwards|forward|you|all|always|every
4 from this ~1 point|moment|day|message ~1 on|onward|onwards|forward
4 going forward
7 henceforth|hereafter|permanently|forever|indefinitely|thenceforth
3 as of now|today|immediately|this
3 next ~1 SESSION
1 ^always|never
3 until ~1 further notice
3 next time
3 end|begin|start|prefix|append|finish|close|conclude|preface|sign ~3 every|each|all|any|your ~2 SESSION
";
