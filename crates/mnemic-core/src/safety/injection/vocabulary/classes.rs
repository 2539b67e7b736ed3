//! The classes and their words, a line each.

/// The classes that the cues speak of.
pub const CLASSES: &str = "\
LEAD:please then also just kindly now always must should shall simply instead first next immediately automatically to and or will may can let silently
NOT:not dont never without mustnt shouldnt neednt avoid cannot cant wont nor no need
IGNORE:ignore+ disregard+ forget forgets forgetting overlook+ unlearn+
LIFT:override overrule bypass circumvent discard dismiss abandon drop disable suspend lift relax evade sidestep neglect erase void cancel skip overwrite supersede
PRIOR:previous prior earlier preceding above existing former original initial past old older foregoing your system operator developer safety all any every other default prevailing
BEFORE:above before previously prior beforehand earlier preceding past
GIVEN:told said learned learnt instructed taught asked given trained programmed
RULES:instruction* prompt* directive* guideline* guardrail* rule* programming training constraint* policy* restriction* order* guidance safeguard* limitation* protocol*
ORDERS:instruction* directive* prompt* command* order*
VOID:void obsolete superseded replaced cancelled canceled revoked invalid expired suspended lifted overridden null outdated retired withdrawn rescinded inactive
OUTRANK:override+ overridden overrides overriding supersede+ replace+ outrank+ precedence trump+
OBEY:follow+ obey+ comply complies complying heed+ adhere+ observe respect honor honour apply
MODEL:assistant* agent* bot* chatbot* model* ai ais llm llms copilot* gpt gpts chatgpt claude gemini subagent* summarizer* summariser* crawler*
KIND:ai llm language assistant* agent* chatbot* bot* model* machine automated artificial copilot* crawler*
READING:reading processing parsing summarizing summarising handling ingesting analyzing analysing reviewing indexing triaging seeing encountering accessing viewing loading receiving retrieving evaluating scanning consuming working helping reads processes parses summarizes ingests sees encounters read process parse summarize ingest see encounter retrieve retrieves
DUTY:must should shall ought always never please has have needs need will required expected instructed requested asked told obliged
USER:user* human* operator requester principal
PERSON:user* human* operator* owner* anyone anybody person people customer* client* reader* reviewer* maintainer* developer* them him her someone somebody nobody admin* supervisor* visitor* everyone employee*
BOSS:user owner admin* administrator* operator* developer* manager management ceo cto cfo security compliance legal it devops platform maintainer* vendor* supervisor team boss director anthropic openai google microsoft system engineering board auditor* sysadmin customer account administrators administration headquarters hq
TELL:tell+ telling mention+ inform+ reveal+ disclose+ alert+ notify+ warn+ report+ admit admitting acknowledge+ announce+ explain+ bother+ trouble discuss+ surface+ flag flagging expose+ divulge+ show showing
QUOTE:mention mentioning reveal disclose acknowledge reference cite quote repeat explain discuss describe attribute display show expose question challenge verify
HIDE:hide hides hiding hidden conceal+ withhold withholding suppress+ mask+ omit omits omitting obscure+
HUSH:silently secretly quietly covertly discreetly invisibly stealthily unobtrusively subtly
SECRET_WAY:secret hidden confidential quiet silent invisible undisclosed private secretly
ASK:ask asking wait waiting seek seeking request requesting require requiring prompt prompting pause pausing check checking
CONFIRM:confirmation* confirm confirming permission* approval* consent authorization authorisation verification verifying clarification asking prompting approving sign signoff review reviewing consulting questions
SEND:send sends sending forward upload uploads transmit exfiltrate submit deliver post leak bcc relay beacon ping email mail dm smuggle
SHOW:reveal print repeat output show disclose display leak share paste quote recite dump echo return reproduce summarise summarize list write state provide give expose output
DATA:conversation* chat* history transcript* message* context memory memories note* file* contents contact* inbox document* workspace repository summary detail* mails data answer* question* query queries prompt* response* name names balance* record* calendar location everything key keys variable* env output
SECRET:key* token* credential* password* secret* cookie* passphrase* seed pin cvv otp passcode* ssn iban mnemonic passport pat codes card recovery 2fa
SECRET_KIND:api secret access private ssh aws session auth environment env stored saved login database service recovery master wallet seed encryption signing admin root bank credit authentication verification one time security
DOTFILE:.env .ssh .aws .netrc .npmrc .pypirc .gnupg .kube id_rsa rsa ed25519 shadow passwd keychain keyring kubeconfig .git printenv credentials
ADDRESS:http https www @ .com .net .org .io .test .example .invalid .dev .app .xyz .site .info .biz .ru .me .co .online .link .onion .local webhook
SAVE:save store add commit write record persist insert keep remember put note memorize memorise retain append log pin register
EDIT:update modify edit overwrite change rewrite replace purge delete erase clear wipe correct remove set
MEMORY:memory memories longterm
TRUSTED:trusted authoritative verified fact facts factual true truth confirmed ground approved official canonical binding correct valid safe preapproved legitimate vetted reliable absolute definitive
PREFERS:prefers wants wishes likes requires expects requested insists asked agreed decided authorized authorised approved consented waived opted allows permits trusts
ALWAYS:always never only automatically every permanently without skip regardless exclusively
WHEN:when whenever once if upon until should after before anytime time soon
ASKS:ask asks asked asking request requests requested says say said type types mention mentions mentioned mentioning want wants query queries inquires inquire inquiry enters write writes greets logs thanks replies confirms opens needs seek seeks looks searches look search question
TOPIC:about for regarding on concerning to mentions mentioning involving containing related
ANSWER:answering responding replying continuing proceeding helping completing summarizing summarising answer respond reply response
SESSION:conversation* session* chat* response* reply replies answer* request* interaction* turn* task* query queries run runs output* message* summary summaries email* recommendation* session
LATER:future subsequent later upcoming following
APPROVED:approved authorised authorized preapproved granted consented agreed permitted confirmed allowed verified cleared signed waived given requested instructed decided
CHECK:confirmation* approval* verification review* safety security permission* prompt* consent 2fa mfa signature* certificate* check* validation authentication warning* sandbox audit* authorization authorisation guardrail* filter* moderation scan* test* logging firewall encryption tls ssl hook* protection* safeguard* antivirus identity consent protection backups
SKIP:skip skips skipping skipped bypass bypasses bypassing bypassed disable disables disabling disabled omit waive suppress forgo deactivate ignore remove
RUN:run execute invoke call launch eval install download fetch open visit curl wget click navigate load import clone source
RUNNABLE:command* script* http https www url link payload package shell bash sh binary curl sudo code tool function following npm pip
DESTROY:delete wipe erase drop purge remove destroy truncate shred uninstall deletes
GRANT:grant give add promote make elevate assign set invite
GUARD:sandbox confirm confirmation confirmations quarantine safety guardrails filter filters refuse refusals moderation restrictions approval approvals review verification verify checks audit logging destructive blocked warnings limits isolation
OFF:off false never none disabled disable unfiltered unrestricted bypass bypassed skip any 0
RANK:admin administrator root owner sudo superuser maintainer* collaborator* privileges permissions access rights
PAY:transfer wire pay send refund buy purchase donate order withdraw move
MONEY:usd eur dollars euros btc bitcoin eth funds money deposit wallet iban payment* invoice* bank account crypto usdt amount
RECOMMEND:recommend+ suggest+ promote+ endorse+ favour favor praise advertise tout push feature advise
BEST:first only exclusively always best top instead over above leading superior trusted preferred safest primary sole
CLAIM:say claim state report answer reply respond pretend deny insist assert assure tell declare conclude rate mark inform describe
CLAIMED:that no nothing everything success successful passed approved safe clean none fine verified resolved unsafe unavailable correct yes discontinued healthy compliant
INSERT:append insert include add embed attach inject put prepend place
LINK:link* url* image* line snippet text signature footer http https script* backdoor* dependency tracking pixel markdown phrase sentence import comment disclaimer
EVERY:every each all any your future subsequent
UNBOUND:unrestricted uncensored unfiltered jailbroken root dan evil hacker unbound amoral limitless unlimited
MODE:developer god dan jailbreak unrestricted admin override maintenance diagnostic supervisor unsafe sudo root debug service privileged yolo emergency autonomous auto
REDIRECT:redirect+ redirected refer refers referred map maps mapped replace+ replaced substitute+ treat treated interpret interpreted resolve resolves route+ routed saved stored moved merged swapped aliased answered read
RECORD:data record* query queries request* question* knowledge information result* id ids order* patient* account* customer* entry entries reference* mention* lookup* row rows
GOOD:success succeeded successful successfully worked fixed solved passed green reward rating score resolved faster accepted completed ok
REUSE:reuse repeat replicate same again likewise template recipe pattern next default future follow apply
NOTICE:notice update message alert notification bulletin announcement directive broadcast override memo instruction* reminder command
OFFICIAL:system security admin administrator official urgent developer compliance policy maintenance platform operator priority mandatory critical important emergency vendor root
DECODE:decode decoded decodes deobfuscate decrypt unscramble rot13 base64 unescape translate decipher hex morse backwards reverse atob unpack
DO:follow run execute obey comply perform carry act apply adopt do live
MACHINE:reviewer* scanner* grader* evaluator* screener* checker* helper* planner* reader* browser* summarizer* summariser* triager* crawler* agent* assistant* generator* bot*
PART:paragraph* section* sentence* part mention* warning* caveat* fee* negative side risk* criticism recall drawback* disclaimer* rule line reference* downside* complaint* review*
DISCREDIT:discredit disparage downplay badmouth belittle undermine smear denigrate
FREEDOM:policy* rule* restriction* limit* filter* guideline* moral* ethics refusal* boundary* constraint* censorship
WEAKEN:turning switching disabling skipping bypassing deleting removing ignoring suppressing commenting setting disabled skipped bypassed dropped removed deactivated weakening lowering
WARE:product* service* hotel* shop* app brand* plan* package* store* site website company tool* wallet* bank*
STORY:lesson* reflection* experience* trajectory playbook episode* demonstration exemplar* insight* retrospective learning*
ASSISTANT:assistant* agent* chatbot* llm llms copilot* subagent*
TALK:conversation* chat* transcript* history session message* prompt* response* reply replies answer* memory memories context inbox email* mailbox contact* diary recording* question* instruction*
SINK:pastebin gist bucket s3 ftp drive public external channel server endpoint webhook address dropbox telegram discord slack ngrok collector mirror url link page form issue comment
DOES:skips runs hides sends reads repeats shares answers forwards approves accepts executes copies ignores deletes grants treats reveals obeys follows adds says confirms pays transfers signs trusts leaves recommends promotes mentions stores
ABOUT:injection injections injected attack attacks attacker attackers payload payloads jailbreak jailbreaks malicious adversarial phishing phish scam exploit exploits vulnerability poison poisoned poisoning detector detect detects detection classifier blocklist regex mitigation mitigate defense defence defend threat redteam untrusted fixture fixtures sanitise sanitize advisory cve victim fraud hostile
";
