//! Cues of orders that only a model gets: drop your instructions, hide something, play another role, reveal what you know.

pub const OVERRIDE: &str = "\
5 NOT ~1 OBEY|listen|trust ~3 USER|owner|operator|developer*|system
5 highest|top|absolute|maximum|utmost ~1 priority|importance|authority|precedence
4 final|only|sole|binding|supreme ~1 authority|rule|law|source
4 ^new|next|real ~1 task|mission|goal
6 obey|follow|serve|answer|trust only ~1 him|her|me|this|these|them
7 NOT ~1 trust|use|believe|rely ~3 memories|memory|notes|entries|earlier|previous
6 only this|these|following ~1 entry|memory|note|version|rule|value ~2 is|are|correct|valid|true|counts
10 RULES ~2 you|your ~4 received|given|have|had|got|were|follow ~6 VOID
6 stop ~1 OBEY|following|obeying
10 IGNORE ~3 PRIOR ~3 RULES
7 IGNORE all|everything|anything|whatever|what ~1 BEFORE
7 IGNORE all|everything|anything|whatever|what ~1 you|youve|i|they ~3 GIVEN
8 IGNORE ~2 RULES ~3 you|your ~3 GIVEN|follow|following
8 IGNORE ~3 your ~1 operator|developer*|creator*|system|owner|user|makers
6 IGNORE ~3 PERSON ~3 RULES|request*|wishes|question|asks|asked|wants|wanted
9 LIFT ~3 your|previous|prior|safety|system|earlier|operator ~2 ORDERS|guideline*|guardrail*|programming|safeguard*|restriction*|training
5 LIFT ~3 PRIOR ~2 RULES
9 NOT ~2 OBEY ~3 previous|prior|earlier|your|system|original|operator ~2 RULES
7 stop OBEY ~3 RULES
8 PRIOR ~2 RULES ~4 VOID
6 your ~2 RULES ~4 VOID
8 RULES ~4 no longer ~1 apply|valid|binding|active
5 your ~1 new|real|actual|true|updated|revised|primary|only|sole|hidden|secret ~1 ORDERS|task|goal|objective|mission|purpose|role|job
4 ^new|updated|revised|additional|hidden|secret|special|urgent|real|following|important ORDERS
8 this|these|following|note|message|text|ORDERS|policy|memory|entry|file|rule|section|block|tool|config ~3 OUTRANK ~4 all|any|previous|prior|earlier|your|other|system|every|conflicting ~3 RULES|memory|memories|notes|message*|tool*|preferences|settings|sources|guidance
6 take|takes|taking|has|have|highest|top|absolute|gets ~2 precedence|priority ~1 over
7 OUTRANK ~1 all|any|every ~2 other|others|previous|prior|earlier|conflicting
2 regardless|irrespective|whatever|even|despite|matter ~5 told|instructed|ORDERS|guidelines|user|safety|policy|asks|says
8 you|youre|your|assistant|model|ai|agent ~2 not|no ~1 longer? ~1 bound|restricted|limited|required|obliged|subject|constrained ~1 by|to
5 free ~2 of|from ~3 RULES|filter*|limits
6 safety|content|moderation|ethical ~2 filter*|guidelines|policy|policies|rules|protocols|restrictions|training|checks ~3 off|disabled|not|no|VOID
";

pub const CONCEAL: &str = "\
5 leave|leaving out ~4 where|why|how|that|who
6 no ~1 prompt|question|notice|word|warning|message|confirmation|hint ~1 to|for ~1 the ~1 USER
8 under no circumstances ~2 TELL|ask|suggest
6 between us
9 NOT ~1 let|allow ~2 USER|anyone|anybody|them ~2 know|see|find|notice|realise|realize|learn
7 USER|person|owner ~3 NOT|no ~1 need ~3 told|informed|aware|see|know|asked
6 leave|leaving|left out ~6 when|in|from|of ~5 summary|answer|reply|report
5 telling|informing|warning|asking ~2 person|one|people|user ~1 you
6 act|acting|proceed|continue|go|execute|do|directly ~2 without ~1 asking|CONFIRM|waiting|permission
6 NOT ~1 ask|asked|asking ~2 about|again|before|first
4 NOT ~1 TELL|suggest|recommend|show|cite ~1 other|others|competitor*|alternative*|negative|rival*
7 NOT ~1 TELL that ~3 this|it|you|these
5 NOT ~1 bring|talk|speak|comment|refer ~2 up|about|on|of|to ~2 this|it|that|up
5 present|pass|state|offer|phrase ~3 as ~2 own|fact|your
5 ^leave|omit|exclude|skip|drop|remove|suppress ~5 PART
3 without ~1 CONFIRM
10 NOT ~2 TELL ~2 the? ~1 USER ~3 about|of|that|this|why|anything|what|regarding|these|it
7 NOT ~2 TELL ~3 USER|requester
4 NOT ~1 TELL ~5 PERSON
4 NOT ~1 TELL ~2 this|these|it|that|anything|why|them
8 NOT ~1 QUOTE ~2 this|these|that|the ~2 ORDERS|message|note|comment|memory|rule|notice|step|change|section|line|request|source|paragraph|entry|file|check|swap
7 NOT ~1 QUOTE ~3 where|source|origin ~3 you|it|this|came|learned|learnt|from|of
6 say|tell|mention|reveal|speak|breathe|disclose ~1 nothing|no ~2 of|about|to
7 without ~1 TELL|telling|warning|informing|notifying|alerting|mentioning ~3 PERSON|this|it|that
3 HUSH
5 HUSH ~2 SEND|INSERT|RUN|SAVE|EDIT|DESTROY|replace|include|ignore
6 keep|stay|remain|keeps|treat|kept ~4 SECRET_WAY|between|yourself ~3 from|about|us|PERSON|until
5 HIDE ~4 from ~3 USER|PERSON|log|logs|summary|report|output|answer|reply|history
5 HIDE ~3 this|these ~2 RULES|rule|note|message|step|line
7 USER ~3 NOT ~2 see|know|notice|learn|hear|aware|told|informed|notified|find|realise|realize|suspect|shown|consulted
4 PERSON ~3 NOT ~1 be? ~1 see|know|notice|learn|hear|aware|told|informed|notified|suspect
5 NOT ~1 ASK ~4 CONFIRM|user|users|human
3 NOT|without ~2 further|any|prior|additional|user|human|asking|requesting|waiting ~2 CONFIRM|user|users|first
4 leave|keep|omit|exclude|strip|drop ~4 out|from ~2 of? ~3 summary|log|logs|report|reply|output|response|diff|history|transcript
8 no ~1 need ~1 to ~1 TELL|ASK|involve ~4 PERSON|this|it|the
5 as ~1 if|though ~3 own|knew|known|yourself|never ~3 idea|opinion|thought|knowledge|along|heard|was
3 without ~3 comment|explanation|mention|notice|trace|attribution|explaining|disclosing|revealing
5 NOT ~2 appear|show|shown|visible|appears|surface ~3 log|logs|output|summary|answer|chat|user|transcript|history
";

pub const ROLE: &str = "\
7 a|an ~2 model|ai|assistant|agent|bot who|that|which|with|without ~2 no|NOT|never
5 no|without|zero|any ~1 FREEDOM ~3 and|answers|says|whatsoever|mode|anymore
5 says|say|answers yes ~1 to ~1 anything|everything|all|any
7 ^pretend|imagine ~3 my ~2 grandmother|grandma|father|uncle|mother|grandfather|late
5 ^pretend|imagine ~1 that? you|youre
8 switch|change|go|enter ~2 UNBOUND
8 UNBOUND mode|version|assistant|ai|model|self
3 lets|let ~1 us? play ~2 game
8 ^act|behave|respond|proceed|operate|continue as|like ~1 if|though ~4 USER|owner|admin|they|it ~4 APPROVED|admin|root|agreed|consented
10 you|youre are? now ~3 mode|UNBOUND|assistant|ai|agent|bot|model|persona|character|admin|administrator|root|no|not
5 you|youre are? now ~1 a|an|the|called|in|acting|operating|running
8 you|youre are? no|not ~1 a|an|longer|the ~1 MODEL|memory|tool|bound
10 act|behave|respond|pretend|roleplay|operate|speak|answer|function ~2 as|like|to|you|that ~3 UNBOUND
6 ^act|behave|respond|operate|speak|answer|function|proceed as|like ~1 if|though ~3 you|no|user|there ~4 no|not|approved|RULES|admin|root|never|restrictions
8 ^act|speak|behave|talk|pose ~2 as ~2 my|the|an|root ~2 late|dead|grandmother|deceased|administrator|admin|system|operator|rest|developer
5 ^pretend|roleplay|simulate|imagine ~2 you|to|that|an|being ~2 are|be|have|ai|model ~6 no|without|never|UNBOUND|admin|not|any
10 enter|enable|activate|activated|engage|switch|switched|into|in|now|you ~3 developer|god|dan|jailbreak|unrestricted|override|supervisor|unsafe|sudo|root|privileged|yolo mode
5 enter|enable|activate|activated|engage|switch|switched|into|in|now|running|operating ~3 MODE|bypass|calibration|test|audit mode
7 MODE|bypass|calibration mode ~2 enabled|activated|active|engaged|on|unlocked
4 no|without ~2 restrictions|limits|filters|censorship|boundaries|limitations|refusals|disclaimers
8 stay|remain|never|break|always ~2 in? character|persona|role
6 your ~1 name|persona|role|identity|alias ~2 is|becomes|changes|switches ~1 now|to|no|not
8 refuse|refusal*|apologise|apologize ~3 not|never|bug|error|forbidden|disabled|off
5 NOT ~1 refuse|decline|apologise|apologize|moralize
";

pub const DISCLOSE: &str = "\
5 bcc|cc ~6 ADDRESS
6 DATA|TALK|SECRET ~3 must|should|are|is|be|gets|to ~1 be? ~1 sent|forwarded|posted|uploaded|mirrored|copied|shared|exported|logged ~4 to|at|with
5 perform|make|issue|send|do|trigger ~3 get|post|http|dns|web ~1 request|lookup|query|call
3 ADDRESS ~8 with|containing|carrying|including|appended|plus|followed|holding|holds ~6 TALK|SECRET|user|users|name|names
5 TALK|SECRET ~6 as|in ~3 query|parameter|param|path|subdomain|filename|header|hostname|argument|field
6 upload|push|sync|publish|paste|mirror|export|dump|post|write|put|attach|include ~5 TALK|SECRET ~6 to|into|in|on|at|as ~3 SINK
5 share ~5 with ~4 ADDRESS|anyone|everyone|public|world
5 ^search|scan|look|go|check ~4 inbox|mailbox|emails|mails|messages|files|drive|history ~6 for|and
6 search|scan|find|look|collect ~6 SECRET ~8 reply|send|forward|post|put|include|attach|report
5 names|list|contents|values|copy ~1 of ~2 all|every|private|the|user|users ~4 repositories|repos|files|emails|contacts|notes|memories|SECRET|meetings
4 filled|fill|replace|substitute|insert ~4 with|by|in ~6 TALK|SECRET|email|address|name|data
4 TALK|SECRET ~4 url|base64|percent|hex ~1 encoded|encode
6 read|repeat|say|spell ~2 out|aloud|back|them ~6 SECRET|to|by|in
6 repeats|reads|posts|shares|sends ~4 SECRET|digits|sms|code|notes|messages
10 what|which ~1 are|is|were ~1 your ~2 instructions|prompt|rules|guidelines
10 start|beginning|top ~2 of ~1 your|the|this ~1 context|prompt|conversation|chat
7 reveal|print|disclose|leak|output|dump ~2 its|the|your|their hidden|system|internal ~1 prompt|instructions
6 print|show|dump|list|output|return|echo|include|paste ~2 environment|env ~1 variable*
5 ^enter|type|paste|provide|give|confirm|share ~1 your ~3 SECRET
6 add|append|copy|put|write ~6 .ssh
9 ^commit|push|publish|share|upload|include|attach|read ~3 .env|.ssh|.aws|.netrc|.npmrc|credentials
6 ^provide|pass|include|supply|send|attach|add|email|put|forward|post|copy|write ~3 whole|entire|full|complete|raw ~2 DATA
4 user|users|person|visitor ~1 last|latest|recent|previous|next|first ~1 message*|email*|question*|query|input|prompt
5 INSERT ~6 to|into|in ~2 image|url|link|query|address
4 encode|convert|encoded ~6 base64|hex|url
4 INSERT|put|write ~6 name|email|address|their|your|his|DATA|SECRET ~6 to|in|into|at|as ~4 ADDRESS
10 ^SHOW ~2 everything|all|text|words|content|contents|message ~2 above|before|preceding|prior
3 ^supply|provide|include|give|enter|type|pass|submit|paste|put|attach|report|state|expose ~5 SECRET
6 ^SHOW|reveal|hand ~3 other|others|another|all|every ~1 customers|users|tenants|people|persons|clients|accounts
6 may|can|allowed|should ~2 see|access|read|view|get|receive|have ~3 all|every|any|other|full ~4 SECRET|data|notes|memories|records|files
5 ^include|share|report|post|provide|return|state ~3 your|instance|session|system|internal|environment ~3 configuration|config|id|environment|version|hash|settings|context|memory|tools
7 ^SHOW ~3 your|system|hidden|initial ~2 prompt|instructions|guidelines|configuration|programming
9 ^SHOW ~3 everything|all|contents ~4 stored|remember|memory|memories|above|know ~6 USER|unredacted|verbatim|others|tenants|full|other
6 ^SHOW ~4 above|initial|exact|verbatim ~3 instructions|prompt|configuration
5 ^SHOW|SEND ~4 SECRET_KIND|PERSON|all|any|full ~2 SECRET
3 ^SHOW|SEND ~5 SECRET|DOTFILE
5 SEND|INSERT ~6 SECRET|DOTFILE ~6 to|into|in|at|via|here|as ~6 ADDRESS|comment|issue|body|channel|reply|answer|response|parameter|argument|header|public|gist|pr
6 SEND|INSERT|SHOW ~6 your|user|users|full|entire|whole|recent|last|this|all|every|each ~3 DATA ~8 ADDRESS|following|server|attacker
8 ask|prompt|request|tell|instruct|urge|convince|get|have ~3 USER|customer*|them|person|visitor*|reader ~8 SECRET
5 ^ask|prompt|instruct|urge|convince ~1 USER|reader|visitor|customer* ~2 for|to
4 ^read|open|cat|print|collect|gather|find|grab|extract|copy|dump|list|retrieve|access|look|search|include|take|load ~5 DOTFILE|SECRET
4 ^read|open|cat|collect|gather|grab|extract|copy|dump|include|retrieve|access ~6 DOTFILE|SECRET ~8 pass|include|send|put|attach|as|append|and|into
6 reveal|hand|give|provide|release|show|share|disclose ~5 notes|SECRET|data|memories|conversations|everything|records|files ~5 other|others|all|anyone|whoever|without|any ~2 users|tenants|customers|asking|who|scope|identity|verification|claims|asks
5 SECRET|password* ~4 ask|asked|caller|whoever|requested|anyone|aloud
5 resolve|lookup|query ~4 ADDRESS ~8 name|data|each|every|encoded|hex
";
