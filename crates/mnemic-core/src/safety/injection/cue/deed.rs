//! Cues of deeds that help an attacker, of one thing taken for another, and of successes to be repeated.

pub const DEED: &str = "\
6 ^fetch|load|open|read|retrieve|download ~6 ADDRESS ~6 and|then ~2 DO|OBEY
7 OBEY|DO ~2 what|whatever ~2 it|there|page|file|that
5 ^append|add|insert|include|put ~6 to|in|at ~2 your ~2 SESSION|summary|reply|output|answer
4 make|ensure|be ~1 sure ~2 to|that ~3 mention|recommend|include|say|send|add|omit
5 ^say|tell|answer|reply|state|claim ~2 that ~8 closed|recalled|safe|unsafe|best|discontinued|bankrupt|banned|approved|verified|dangerous|outdated|cancelled|insolvent
2 ^book|reserve|schedule|invite|unsubscribe|subscribe|register|sign|vote|rate|review|donate|post|tweet|like ~6 for|with|to|on|as|at
4 use|using|with ~2 stored|saved ~1 card|payment|credentials|password
5 ^delete|remove|archive|hide|erase ~5 afterwards|message|email|mail|evidence|traces|log|logs|history|invoice*|backup*
2 ^create ~3 rule|filter|account|user|admin|key|token|webhook
4 ^reply|respond|answer ~3 to ~2 this ~1 mail|email|message|issue ~2 with
4 payment|transfer|purchase|order ~3 confirmed|approved|authorised|authorized
4 ASSISTANT|ai|tools|generators ~2 should|must|shall ~2 pick|choose|use|install|prefer|recommend|replace|put|list|add|import
5 install|run|use ~4 unsafe|force|sudo|root|privileged|elevated
5 stop|drop|end|call ~4 here|now|it|them
4 open|unlock|unlocking|disarm ~3 door|doors|gate|garage|alarm|account
4 set ~3 alarm|sandbox|guests|visibility|sharing|access|confirm|flag ~4 to|off|false|public|on
5 enable|allow|open|activate|grant ~2 remote|full|public|external|unrestricted|root ~1 access|sharing|login
5 use ~1 what ~2 comes|came|returns|returned
10 answer|respond|reply|react ~3 every|all|any|each ~2 question*|query|message*|request* ~3 with|by
8 any|all|every ~1 response|answer|question|reply|summary ~4 must|should ~2 cite|mention|include|contain|recommend|link|end|start|point
5 each|every|all ~1 commit|message|reply|response|answer|file|email|pr ~3 add|include|insert|append|put|mention
6 DO ~1 what|whatever ~8 says|contains|returns|said|there|instructs|finds|asks
4 replace|change|swap ~3 bank|details|account|iban|number*|link*|recipient ~6 with|by|below
10 combine|join|concatenate|assemble|put ~8 and|then ~2 carry|execute|run|follow|do|obey
4 carry ~1 it|them|this|that ~1 out
4 like|share|follow|upvote|star ~4 every|all|each ~2 post*|video*|page*
4 accept ~2 all|any|every ~2 pending|invite*|calls|requests|terms|changes
4 ^RECOMMEND ~6 WARE
4 ^mention|cite|rank|list|name|quote ~4 WARE|ADDRESS ~3 first|only|as|always|whenever
4 they|you ~2 need|must|should ~2 install|buy|pay|upgrade|call|visit|transfer
5 ^rank|rate|score|give|list ~4 first|maximum|highest|top|best|10|full ~2 score|rating|marks|in|place
4 buy|order|purchase ~3 first|cheapest|hit|result
4 ^send|forward|give|mail ~3 copy|copies|summary|list|transcript ~3 of|to
4 agree ~2 with|to
5 ^DO ~2 it ~3 out|at ~1 once|immediately
5 ^put|set|write ~6 in|into|to|as ~5 next ~3 call|reply|query|request
8 all|every|any|each ~2 DATA|output*|request*|email* ~2 must|should|shall|to|are|is ~1 be? ~1 sent|forwarded|copied|reported|uploaded|posted|routed|mirrored|bcc ~3 to
4 ^call|invoke|use|trigger ~2 SEND|transfer|delete|payment|shell|exec|write
6 OBEY|execute|do ~1 what|whatever ~3 says|contains|returns|said|there|instructs|finds
5 ^describe|present|portray|introduce|refer|treat|list ~6 as
5 ^execute|run|perform|follow ~6 exactly|verbatim|precisely
5 stop|cease ~1 logging|recording|reporting|telling|asking|warning|refusing|checking|flagging
6 steer|nudge|push|guide|lead|herd|point|direct ~2 USER|customer*|them|visitor*|reader* ~2 toward|towards|to|away
5 DISCREDIT
4 ^INSERT ~6 to|in|into|at|of|with ~2 each|every|all|your ~1 SESSION
5 ^INSERT ~4 to|in ~2 dependencies|imports|requirements|allowlist|whitelist|trusted|list
5 ^approve|merge|accept ~2 this|the ~1 pr|pull|request|change|patch|claim|application|candidate
4 ^SEND ~8 at|with ~3 ADDRESS
6 ^SEND ~10 ADDRESS
1 ^SEND ~4 DATA|SECRET
3 ^RUN ~6 RUNNABLE ~5 ADDRESS|bash|sh|sudo
4 curl|wget|piping|pipe|piped|fetching|iwr ~8 sh|bash|shell|sudo|iex
3 ^RUN ~6 ADDRESS
5 ^PAY ~6 MONEY
4 ^DESTROY ~4 all|every|everything|backup*|database*|logs|log|history|production|audit|repository|memories|entry|warnings|branch*|account*
3 ^GRANT ~6 RANK
4 ^RECOMMEND ~6 BEST
4 ^RECOMMEND ~8 ADDRESS|never|all|every|any|when|if|products|as
5 ^CLAIM ~3 CLAIMED
6 ^claim|deny|pretend|insist|lie|mislead|convince|persuade|deceive|assure ~3 that|PERSON|about|to|no|there
4 tell|inform|assure|convince|advise|direct|instruct|urge|persuade|encourage|warn|remind ~2 USER|them|customer*|visitor*|reader* ~2 to|that|they|it|there
5 ^INSERT ~6 LINK ~6 to|in|into|at|of|on ~4 EVERY ~3 SESSION|code|commit*|file*|answer*
4 ^INSERT ~4 LINK ~6 ADDRESS
5 end|begin|start|prefix|append|finish|close|conclude|preface|sign ~3 every|each|all|any ~2 SESSION ~3 with|by
6 DO ~4 ORDERS|steps|instructions|commands ~3 at|in|from|below|on|embedded|contained|given|found|inside ~6 ADDRESS|file|comment|page|link|image|document
3 ^DO ~3 following|these|those|this|below|hidden ~2 ORDERS|steps|commands
10 DECODE ~8 and|then ~2 DO
4 ^DECODE ~4 following|this|next|string|below|text|payload|line|blob|and
4 chmod|0777|777|chown ~3 777|r|x|home|all|root
4 no verify
5 rm rf
4 ^approve|merge|close|whitelist|allowlist|escalate|subscribe|deploy|publish|accept|sign ~4 all|every|any|this|pull|pr|prs|request|invoice*|it|tool ~3 without|calls|request*|automatically|now|immediately|blindly|PERSON|ADDRESS|and|pr|prs
4 ^change|set|replace|switch|redirect|update|rotate ~5 iban|account|payout|beneficiary|payee|recipient|address|dns|remote|registry|permissions|key
3 ^use|prefer|install ~8 ADDRESS
5 OBEY|execute ~4 text|content|output|response|result|page ~5 back|returns|says|contains|word|it
5 must|should|shall|always|has|have|needs ~2 first ~1 call|collect|read|run|send|fetch|open|use|execute|install
3 ^stop ~4 evaluating|reviewing|here|processing|checking|summarizing|scanning
4 ^rate|score|rank|grade|label|mark|classify|flag ~5 as|10|5|best|safe|first|approved|highest|wontfix|clean
4 hand|read ~4 over|out|aloud ~6 SECRET|codes|list|notes|data|everything
5 agree ~4 with|to ~4 everything|all|every|whatever|any
";

pub const REDIRECT: &str = "\
4 was|were|been|is|are ~1 migrated|merged|moved|renamed|mapped|swapped|reassigned|renumbered ~3 to|into|with|under|by
4 term|word|phrase|name|code ~8 refers|means|stands
8 should|must ~1 be ~1 executed|treated|answered|handled|processed|interpreted|resolved ~1 as|with|from|by|to
5 so|therefore|hence|thus ~2 use|read|take|fetch|query|return|answer ~3 data|record|entry|account|id|row|result*|from
3 RECORD ~4 of|for|about|to|concerning|mentioning|with|named|on ~5 REDIRECT ~4 to|under|as|from|by|with|in
4 WHEN|any|all|every|whenever|anyone|questions|queries|requests|references|anything ~5 REDIRECT ~4 to|under|as|by|with|instead|from
3 use|read|take|fetch|retrieve|return|query|lookup|check|look ~6 instead
4 now ~2 refers|live|lives|resolves|points|means|belongs|stored|saved|maps ~2 to|under|in|at
3 REDIRECT ~4 under|to|as ~2 id|patient|account|entry|customer|record|user
4 should|must|is|are|be ~2 redirected|mapped|replaced|substituted|interpreted|rerouted|aliased ~2 to|by|with|as|under|from
";

pub const SUCCESS: &str = "\
4 task|run|job|build|deployment ~2 GOOD ~4 after|by|when ~2 WEAKEN
1 ^STORY
2 recommended|preferred|best|winning|proven|successful ~1 strategy|path|approach|pattern|practice|recipe|solution|plan
3 GOOD ~6 WEAKEN
4 GOOD ~12 REUSE
6 REUSE ~6 for|in|next|when ~3 all|every|similar|other|task*|future|time|same
3 previously|last|past|earlier|before ~6 GOOD
3 outcome|result|status|reward|rating|verdict|lesson ~2 GOOD|5|1
4 future|other|next ~1 MODEL ~4 should|must|can|do|follow|repeat|reuse|apply|copy
";
