//! The words of each language, in small letters, as stems between strokes.

/// What a word does in an instruction to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Takes something away.
    Ignore,
    /// What is taken away.
    Rules,
    /// Names the model that is to read it.
    Model,
    /// Says that somebody must.
    Duty,
    /// Keeps something back.
    Silence,
    /// From whom it is kept.
    User,
    /// Says that nobody need be asked.
    Unasked,
    /// Something that somebody would want to be asked about.
    Deed,
    /// Writes to the model's memory.
    Memory,
    /// Reaches beyond this conversation.
    Future,
    /// Says when: as soon as a user asks.
    Trigger,
    /// Answers, recommends or claims.
    Claim,
    /// Sends something away.
    Send,
    /// Gives a role.
    Role,
    /// Without limits.
    Free,
}

type Language = [(Job, &'static str); 15];

/// All languages that are known.
pub const LANGUAGES: [&Language; 16] = [
    &GERMAN,
    &FRENCH,
    &SPANISH,
    &PORTUGUESE,
    &ITALIAN,
    &DUTCH,
    &POLISH,
    &RUSSIAN,
    &UKRAINIAN,
    &CHINESE,
    &JAPANESE,
    &KOREAN,
    &ARABIC,
    &HINDI,
    &TURKISH,
    &SWEDISH,
];

const GERMAN: Language = [
    (
        Job::Ignore,
        "ignorier|missacht|vergiss|vergesst|vergessen sie|übergeh|beachte nicht|setze dich hinweg|verwirf|außer acht|nicht mehr beachten",
    ),
    (
        Job::Rules,
        "anweisung|instruktion|vorgaben|systemprompt|deine regeln|alle regeln|regeln, die|bisherigen regeln|alles, was|befehle|richtlinien|sicherheitsregeln|einschränkungen|was dir gesagt",
    ),
    (
        Job::Model,
        "ki-|die ki |die ki:|an ki |eine ki |ki, |ki:|sprachmodell|ki-modell|an das modell|assistent, |assistent:|assistenten:|an den assistent|der assistent|den assistenten|künstliche intelligenz|chatbot|für assistenten|sprachassistent",
    ),
    (
        Job::Duty,
        "muss|müssen|musst|sollst|soll |sollen|hat ab|haben ab|ist angewiesen|sind angewiesen|bitte|antworte|empfiehl|führe|sende|schreibe|verwende|gib |nenne|setze",
    ),
    (
        Job::Silence,
        "nichts davon|nicht davon|nichts sagen|verschweig|sag dem|sage dem|teile dem|verrate|nicht mit|erwähne nicht|erwähne dies nicht|erwähne das nicht|erwähne diese|nicht erwähnen|nicht informieren|nichts erzählen|ohne den|ohne dem|weist ihn nicht|weise ihn nicht|weise nicht|nicht darauf hin|geheim|verheimlich|nichts verraten|darf nichts|soll nichts|nicht erfahren|ohne dies zu|stillschweigend",
    ),
    (
        Job::User,
        "dem nutzer|dem benutzer|dem anwender|den nutzer|den benutzer|der nutzer|der benutzer|nutzern|anwender|dem kunden|ihn nicht",
    ),
    (
        Job::Unasked,
        "ohne nachfrage|ohne rückfrage|ohne bestätigung|ohne zu fragen|ohne vorher zu fragen|keine bestätigung|nicht nachfragen|ohne zustimmung|bestätigung ist nicht",
    ),
    (
        Job::Deed,
        "überweis|lösch|sende|ausführ|ausgeführt|führe|zahlung|freigeb|genehmig|installier|veröffentlich|weiterleit|weitergeb",
    ),
    (
        Job::Memory,
        "gedächtnis|langzeitspeicher|merke dir dauerhaft|merk dir dauerhaft|dauerhaft merken|speichere dauerhaft|merke dir für immer|deinem speicher|erinnerung",
    ),
    (
        Job::Future,
        "ab sofort|von nun an|ab jetzt|künftig|in zukunft|in allen gespräch|in jeder sitzung|in jedem gespräch|für immer|dauerhaft|jede antwort|jeder antwort",
    ),
    (
        Job::Trigger,
        "wenn der nutzer|wenn der benutzer|wenn nutzer|wenn benutzer|wenn jemand|sobald der|sobald jemand|falls der nutzer|falls jemand|wann immer|sobald nach|wenn nach",
    ),
    (
        Job::Claim,
        "empfiehl|empfehle|behaupte|antworte|trägst du|sag, dass|sage, dass|nenne nur|gib an|verweise|schlage vor|leite|rate ",
    ),
    (Job::Send, "sende|schicke|leite|weiterleiten|übermittle|lade hoch|führe|kopiere"),
    (Job::Role, "du bist|sie sind|agiere|verhalte dich|tu so|spiele"),
    (
        Job::Free,
        "jetzt ein|nun ein|ab sofort ein|uneingeschränkt|ohne einschränkung|ohne regeln|im entwicklermodus|administrator|ohne filter",
    ),
];

const FRENCH: Language = [
    (
        Job::Ignore,
        "ignore|ignorez|oublie|oubliez|ne tiens pas compte|ne tiens plus compte|ne tenez pas compte|ne tenez plus compte|fais abstraction|faites abstraction|négligez|ne suis plus|ne respecte plus",
    ),
    (
        Job::Rules,
        "les instructions|tes instructions|vos instructions|instructions précédentes|instructions antérieures|consignes|les directives|ce qui précède|les règles|tes règles|règles précédentes|tout ce qu",
    ),
    (
        Job::Model,
        "assistant ia|assistants ia|agent ia|agents ia|à l'ia|l'ia |modèle de langage|modèles de langage|intelligence artificielle|attention du modèle|attention de l'assistant|attention des assistants|assistant,|assistant :|assistant:|chatbot|cher assistant|aux assistants|aux modèles|si tu es une ia|aux ia",
    ),
    (
        Job::Duty,
        "doit|doivent|devez|devra|dois|veuillez|merci de|est prié|sont priés|il faut|réponds|répondez|ajoute|envoie|recommande|exécute",
    ),
    (
        Job::Silence,
        "ne dis|ne dites|ne le dis|ne mentionne|ne le mentionne|n'informe|n'en parle|ne parle|ne révèle|sans en informer|sans prévenir|sans le dire|sans le mentionner|inutile d'en parler|à l'insu|garde le secret|ne préviens|ne signale|ne l'indique|sans informer",
    ),
    (Job::User, "utilisateur|l'usager|usagers|au client|à personne"),
    (
        Job::Unasked,
        "sans demander|sans confirmation|sans autorisation|sans validation|aucune confirmation|sans vérification|sans son accord",
    ),
    (
        Job::Deed,
        "virement|supprim|envoie|envoyer|exécut|paiement|transfér|install|publi|partag|effac|valider",
    ),
    (
        Job::Memory,
        "ta mémoire|votre mémoire|mémoire à long terme|mémorise|mémorisez|retiens définitivement|en mémoire",
    ),
    (
        Job::Future,
        "désormais|dorénavant|à partir de maintenant|à l'avenir|toutes les conversations|à chaque réponse|chaque réponse|pour toujours|toutes les sessions|prochaines conversations|dès maintenant",
    ),
    (
        Job::Trigger,
        "quand l'utilisateur|lorsque l'utilisateur|si l'utilisateur|chaque fois que|si on te demande|quand on te demande|dès que l'utilisateur|si quelqu'un|quand quelqu'un|dès qu",
    ),
    (
        Job::Claim,
        "recommande|réponds|répondez|affirme|prétends|dis que|conseille|propose|mentionne",
    ),
    (Job::Send, "envoie|envoyer|transmets|transmettre|transfère|télécharge|publie|envoyez"),
    (Job::Role, "tu es|vous êtes|agis comme|comporte-toi|fais comme si"),
    (
        Job::Free,
        "désormais un|maintenant un|à présent un|maintenant en mode|sans restriction|sans limite|administrateur|sans filtre|sans règles",
    ),
];

const SPANISH: Language = [
    (
        Job::Ignore,
        "ignora|ignore|olvida|descarta|haz caso omiso|no sigas|no hagas caso|omite|pasa por alto",
    ),
    (
        Job::Rules,
        "instrucciones|indicaciones|directrices|reglas|todo lo anterior|lo que te pidieron|lo que te dijeron|órdenes",
    ),
    (
        Job::Model,
        "asistente de ia|asistentes de ia|agente de ia|agentes de ia|modelo de lenguaje|modelos de lenguaje|inteligencia artificial|para el asistente|para el modelo|asistente:|asistente,|a la ia|la ia |chatbot|estimado asistente|al asistente|si eres una",
    ),
    (
        Job::Duty,
        "debe|deben|deberá|debes|tiene que|tienes que|por favor|responda|responde|di que|envía|añade|recomienda|ejecuta",
    ),
    (
        Job::Silence,
        "no le digas|no se lo digas|no digas|no menciones|no informes|no avises|no reveles|sin avisar|sin informar|sin mencionar|sin decir|en secreto|oculta|no lo comentes|no se lo",
    ),
    (Job::User, "usuario|al cliente|a nadie"),
    (
        Job::Unasked,
        "sin preguntar|sin pedir|sin confirmación|sin confirmar|sin autorización|no hace falta confirm|sin permiso|sin su consentimiento",
    ),
    (Job::Deed, "transferencia|borra|elimina|envía|enviar|ejecut|pago|instal|public|compart"),
    (
        Job::Memory,
        "tu memoria|memoria a largo plazo|en la memoria|en memoria|memoriza|recuerda para siempre",
    ),
    (
        Job::Future,
        "a partir de ahora|de ahora en adelante|en adelante|en el futuro|para siempre|todas las conversaciones|cada respuesta|futuras|desde ahora|todas las sesiones",
    ),
    (
        Job::Trigger,
        "cuando el usuario|si el usuario|cada vez que|cuando te pregunten|si te preguntan|cuando alguien|siempre que|si alguien|cuando pregunten",
    ),
    (Job::Claim, "recomienda|responde|di que|afirma|sugiere|menciona|aconseja|contesta|dile"),
    (Job::Send, "envía|enviar|manda |reenvía|transmite|sube |publica|copia"),
    (Job::Role, "eres|usted es|actúa como|finge|compórtate"),
    (
        Job::Free,
        "ahora un|sin restricciones|ahora en modo|sin límites|administrador|sin filtros|modo desarrollador",
    ),
];

const PORTUGUESE: Language = [
    (Job::Ignore, "ignore|esqueça|desconsidere|ignora|não siga|descarte"),
    (Job::Rules, "instruções|orientações|diretrizes|regras|tudo o que"),
    (
        Job::Model,
        "assistente de ia|modelo de linguagem|modelos de linguagem|inteligência artificial|agente de ia|assistente:|assistente,|para o assistente|para o modelo|ao assistente|se você é uma|assistentes de ia",
    ),
    (Job::Duty, "deve|devem|precisa|por favor|responda|tem que|envie|recomende|adicione"),
    (
        Job::Silence,
        "não diga|não mencione|não informe|não conte|não revele|não avise|sem avisar|sem informar|sem mencionar|em segredo|esconda|oculte",
    ),
    (Job::User, "usuário|utilizador|ninguém|ao cliente"),
    (
        Job::Unasked,
        "sem perguntar|sem confirmação|sem confirmar|sem autorização|sem pedir|sem permissão",
    ),
    (Job::Deed, "transfer|apag|exclu|envi|execut|pagament|instal|public|compartilh"),
    (Job::Memory, "sua memória|tua memória|memória de longo prazo|na memória|memorize"),
    (
        Job::Future,
        "a partir de agora|de agora em diante|daqui em diante|no futuro|para sempre|todas as conversas|cada resposta|futuras|doravante",
    ),
    (
        Job::Trigger,
        "quando o usuário|se o usuário|sempre que|quando perguntarem|se alguém|quando alguém|quando o utilizador",
    ),
    (Job::Claim, "recomende|responda|diga que|afirme|sugira|mencione"),
    (Job::Send, "envie|mande|encaminhe|transmita|publique|copie"),
    (Job::Role, "você é|tu és|aja como|finja"),
    (Job::Free, "agora um|sem restrições|sem limites|administrador|modo desenvolvedor"),
];

const ITALIAN: Language = [
    (Job::Ignore, "ignora|ignorate|dimentica|dimenticate|trascura|non seguire"),
    (Job::Rules, "istruzioni|direttive|regole|indicazioni|tutto ciò"),
    (
        Job::Model,
        "assistente ia|assistente ai|assistenti ia|assistenti ai|modello linguistico|modelli linguistici|intelligenza artificiale|agente ia|assistente:|assistente,|per l'assistente|all'assistente|se sei un",
    ),
    (Job::Duty, "deve|devono|devi|per favore|rispondi|bisogna|invia|aggiungi|consiglia|è tenuto"),
    (
        Job::Silence,
        "non dire|non menzionare|non informare|non rivelare|senza avvisare|senza informare|senza dirlo|in segreto|nascondi|non avvisare",
    ),
    (Job::User, "utente|nessuno|al cliente"),
    (
        Job::Unasked,
        "senza chiedere|senza conferma|senza autorizzazione|nessuna conferma|senza permesso",
    ),
    (Job::Deed, "bonific|cancell|elimin|invia|esegu|pagament|install|pubblic|condivid"),
    (Job::Memory, "tua memoria|memoria a lungo termine|in memoria|memorizza"),
    (
        Job::Future,
        "d'ora in poi|da ora in poi|da adesso|in futuro|per sempre|ogni risposta|tutte le conversazioni|future",
    ),
    (
        Job::Trigger,
        "quando l'utente|se l'utente|ogni volta che|quando qualcuno|se qualcuno|se ti chiedono",
    ),
    (Job::Claim, "consiglia|raccomanda|rispondi|di' che|afferma|suggerisci"),
    (Job::Send, "invia|inoltra|manda |trasmetti|pubblica|copia"),
    (Job::Role, "sei ora|ora sei|agisci come|fingi"),
    (Job::Free, "un assistente|senza restrizioni|senza limiti|amministratore|modalità"),
];

const DUTCH: Language = [
    (Job::Ignore, "negeer|vergeet|sla over|trek je niets aan"),
    (Job::Rules, "instructies|opdrachten|richtlijnen|alles wat|voorschriften"),
    (
        Job::Model,
        "ai-assistent|taalmodel|ai-agent|ai-model|assistent:|assistent,|voor assistenten|voor de assistent|kunstmatige intelligentie|ben je een ai|ai-systemen",
    ),
    (Job::Duty, "moet|moeten|dient|gelieve|antwoord|stuur|raad aan|voeg"),
    (
        Job::Silence,
        "zeg niets|vertel niet|vertel de|niet vermelden|vermeld niet|vermeld dit niet|zonder te melden|geheim|verzwijg|meld dit niet|verberg",
    ),
    (Job::User, "gebruiker|aan niemand|klant niet"),
    (Job::Unasked, "zonder te vragen|zonder bevestiging|zonder toestemming|geen bevestiging"),
    (Job::Deed, "overmak|verwijder|stuur|uitvoer|betal|installeer|publiceer|deel "),
    (
        Job::Memory,
        "je geheugen|langetermijngeheugen|in het geheugen|onthoud voor altijd|onthoud permanent",
    ),
    (
        Job::Future,
        "vanaf nu|voortaan|in de toekomst|voor altijd|elk antwoord|alle gesprekken|elke sessie",
    ),
    (
        Job::Trigger,
        "wanneer de gebruiker|als de gebruiker|zodra de gebruiker|telkens als|als iemand|zodra iemand",
    ),
    (Job::Claim, "raad aan|beveel|antwoord|zeg dat|beweer|adviseer"),
    (Job::Send, "stuur|verzend|mail |upload|kopieer"),
    (Job::Role, "je bent|u bent|gedraag je|doe alsof"),
    (Job::Free, "nu een|zonder beperkingen|zonder regels|beheerder"),
];

const POLISH: Language = [
    (Job::Ignore, "zignoruj|ignoruj|zapomnij|pomiń|nie przestrzegaj"),
    (Job::Rules, "instrukcj|polece|wytyczn|zasad|wszystko, co"),
    (
        Job::Model,
        "asystencie|asystent ai|asystent si|model językowy|modelu językow|sztuczna inteligencj|sztucznej inteligencji|agent ai|dla asystent|asystenci ai|asystent:",
    ),
    (Job::Duty, "musisz|musi|muszą|powin|należy|proszę|odpowiadaj|wyślij|polecaj|dodaj"),
    (
        Job::Silence,
        "nie mów|nie informuj|nie wspominaj|nie ujawniaj|bez wiedzy|po cichu|w tajemnicy|ukryj|zataj",
    ),
    (Job::User, "użytkownik|nikomu|klientowi"),
    (Job::Unasked, "bez pytania|bez potwierdzenia|bez zgody|nie pytaj"),
    (Job::Deed, "przelew|usuń|usuwa|wyślij|wykon|płatno|zainstaluj|opublikuj|udostępni"),
    (
        Job::Memory,
        "swojej pamięci|pamięci długotrwałej|w pamięci|do pamięci|zapamiętaj na zawsze|zapamiętaj na stałe",
    ),
    (
        Job::Future,
        "od teraz|od tej pory|w przyszłości|na zawsze|każdej odpowiedzi|wszystkich rozmowach|odtąd",
    ),
    (
        Job::Trigger,
        "gdy użytkownik|kiedy użytkownik|jeśli użytkownik|za każdym razem|gdy ktoś|jeśli ktoś",
    ),
    (Job::Claim, "polecaj|poleć|odpowiadaj|odpowiedz|powiedz, że|twierdź|zalecaj|rekomenduj"),
    (Job::Send, "wyślij|prześlij|przekaż|skopiuj|opublikuj"),
    (Job::Role, "jesteś|zachowuj się|udawaj"),
    (Job::Free, "teraz|bez ograniczeń|administrator|bez zasad"),
];

const RUSSIAN: Language = [
    (
        Job::Ignore,
        "игнорируй|проигнорируй|игнорируйте|забудь|забудьте|не обращай внимания|игнорировать|отбрось|не следуй|отмени",
    ),
    (Job::Rules, "инструкци|указани|правила|правил |всё, что|все, что|распоряжени|ограничени"),
    (
        Job::Model,
        "ии-|для ии|ии:|ии,|ассистент|языковая модель|языковой модели|языковые модели|нейросет|искусственный интеллект|чат-бот|для модели|помощник:|если ты",
    ),
    (
        Job::Duty,
        "долж|обязан|выполни|следует|нужно|необходимо|пожалуйста|отвечай|отправь|рекомендуй|добавь|сохрани",
    ),
    (
        Job::Silence,
        "не говори|не сообщай|не сообщать|не упоминай|не рассказывай|без ведома|не раскрывай|скрывай|скрыва|молча|втайне|умолчи|тайно|не уведомл",
    ),
    (Job::User, "пользовател|никому|клиенту|человеку|ему не"),
    (
        Job::Unasked,
        "без подтверждения|без разрешения|не спрашива|без согласия|без запроса|подтверждение не",
    ),
    (
        Job::Deed,
        "перевод|перевед|удали|удаля|отправ|выполн|платеж|оплат|установи|опублику|поделись|передать",
    ),
    (Job::Memory, "в памяти|в память|свою память|долговременн|запомни навсегда|запомни на всегда"),
    (
        Job::Future,
        "с этого момента|отныне|теперь всегда|в будущем|навсегда|каждом ответе|каждый ответ|всех разговор|впредь|всех сессиях|во всех диалогах",
    ),
    (
        Job::Trigger,
        "когда пользовател|если пользовател|всякий раз|каждый раз|если кто|когда кто|как только|если спросят|когда спросят|при вопрос",
    ),
    (Job::Claim, "рекомендуй|советуй|отвечай|ответь|скажи, что|утверждай|говори, что|предлагай"),
    (Job::Send, "отправь|отправляй|перешли|передай|загрузи|опубликуй|скопируй|пришли"),
    (Job::Role, "ты теперь|теперь ты|вы теперь|веди себя|притворись|действуй как"),
    (Job::Free, "без ограничений|в режиме|админ|режим|отвечаешь|без правил|без цензуры"),
];

const UKRAINIAN: Language = [
    (Job::Ignore, "ігноруй|проігноруй|забудь|не зважай|відкинь"),
    (Job::Rules, "інструкці|вказівк|правила|все, що"),
    (Job::Model, "ші-|асистент|мовна модель|мовної моделі|штучний інтелект|нейромереж|для моделі"),
    (Job::Duty, "повинен|мусиш|мусить|має |виконай|будь ласка|відповідай|надішли"),
    (Job::Silence, "не кажи|не повідомляй|не згадуй|приховай|таємно|не розкривай"),
    (Job::User, "користувач|нікому"),
    (Job::Unasked, "без підтвердження|без дозволу|не питай|без згоди"),
    (Job::Deed, "переказ|видал|надішли|виконай|оплат|встанови"),
    (Job::Memory, "у пам'яті|в пам'яті|до пам'яті|запам'ятай назавжди"),
    (Job::Future, "відтепер|віднині|у майбутньому|назавжди|кожній відповіді|надалі"),
    (Job::Trigger, "коли користувач|якщо користувач|щоразу|якщо хтось"),
    (Job::Claim, "рекомендуй|відповідай|радь|кажи, що|стверджуй"),
    (Job::Send, "надішли|перешли|передай|завантаж"),
    (Job::Role, "ти тепер|тепер ти"),
    (Job::Free, "без обмежень|режим|адмін"),
];

const CHINESE: Language = [
    (
        Job::Ignore,
        "忽略|无视|忘记|忽視|無視|不要理会|不要遵守|不再遵守|作废|取消|覆盖|抛开|忘掉|不必遵守",
    ),
    (Job::Rules, "指令|指示|说明|规则|提示|要求|說明|規則|设定|限制|约束|命令"),
    (
        Job::Model,
        "人工智能|ai助手|ai 助手|语言模型|智能助手|大模型|ai代理|ai 代理|智能体|致助手|助手:|助手,|请助手|ai助理|如果你是ai|各位ai|致ai|ai模型|語言模型|給ai|ai系统",
    ),
    (Job::Duty, "必须|应当|应该|请|务必|需要|一律|從現在|从现在|須|不要|须|立即|应在"),
    (
        Job::Silence,
        "不要告诉|不要通知|不要提及|不要告知|不得告知|无需告知|无需通知|不必告诉|请勿告知|别告诉|不要向|不要讓|不要让|不要告訴|不得向|不可告|保密|隐瞒|不要透露|不得透露|请勿透露|悄悄|不要说明|不要解释|切勿告|勿向|不要提到|不得提及",
    ),
    (Job::User, "用户|用戶|使用者|任何人|人类|他们|对方|知道|提及|透露|来源|客户|本条|此事"),
    (
        Job::Unasked,
        "无需确认|无需用户|不要询问|不用询问|跳过确认|不必确认|无需再次|无需征求|不需要确认|无需请示|直接执行|跳过所有|跳过安全|无需批准|未经确认",
    ),
    (Job::Deed, "执行|转账|删除|发送|合并|支付|安装|付款|检查|操作|代码|授权|付"),
    (Job::Memory, "记忆|長期記憶|写入记忆|永久记住|存入|長記憶|记住以下|牢记"),
    (
        Job::Future,
        "从现在起|从现在开始|今后|以后|從現在起|此后|永久|每次回|所有回答|所有对话|未来|日后|每次对话|从今",
    ),
    (
        Job::Trigger,
        "当用户|如果用户|若用户|每当|只要用户|一旦用户|用户问|用户询问|用户提到|有人问|當用戶|被问到|用户要求",
    ),
    (
        Job::Claim,
        "推荐|回答|回复|声称|建议|告诉他|说成|回答说|统一|答复|推薦|你是|你必须|你将|你要|你都",
    ),
    (Job::Send, "发送|转发|上传|提交|发到|寄到|写进|附上|發送|传到"),
    (Job::Role, "你现在是|你是|扮演|假装|你將"),
    (Job::Free, "没有限制|不受限制|无限制|管理员|开发者模式|不受任何|超级"),
];

const JAPANESE: Language = [
    (Job::Ignore, "無視|忘れ|破棄|従わな|無効|取り消|上書き"),
    (Job::Rules, "指示|命令|ルール|プロンプト|指令|制約|規則|ガイドライン"),
    (
        Job::Model,
        "aiアシスタント|ai アシスタント|言語モデル|aiエージェント|ai エージェント|アシスタントは|アシスタントへ|モデルは|aiへ|aiは|人工知能|アシスタント:|ai向け|読むモデル|エージェントへ",
    ),
    (
        Job::Duty,
        "してください|しなければ|すること|せよ|必ず|べき|しろ|下さい|行うこと|追加して|答え|推奨",
    ),
    (
        Job::Silence,
        "言わな|伝えな|知らせな|知らせず|教えな|報告しな|話さな|触れな|見せな|開示しな|悟られ|気づかれ|秘密|伏せ|伝えず|言わず|明かさ|黙って|内緒|触れず|説明しな",
    ),
    (Job::User, "ユーザー|ユーザ|利用者|誰にも|人間に|お客様|本人"),
    (
        Job::Unasked,
        "確認せず|確認を取ら|確認なし|確認不要|尋ねず|許可なく|承認なし|確認は不要|承認不要",
    ),
    (Job::Deed, "実行|送金|削除|送信|支払|インストール|公開|マージ|変更|振込"),
    (Job::Memory, "記憶|メモリ|長期記憶|覚えて"),
    (Job::Future, "今後|以後|これから|今から|常に|永久|毎回|すべての会話|次回以降|すべての回答"),
    (
        Job::Trigger,
        "ユーザーが|利用者が|ユーザが|聞かれたら|質問されたら|尋ねられ|質問には|たびに|尋ねたら",
    ),
    (Job::Claim, "答え|回答|推奨|勧め|主張|おすすめ|返答|提案|売り切れ"),
    (Job::Send, "送信|転送|アップロード|添付|送って|投稿|送る"),
    (Job::Role, "あなたは|お前は|ふりを|として振る舞"),
    (Job::Free, "今から|これから|これより|制限のない|モード|になりました|管理者|制限なし"),
];

const KOREAN: Language = [
    (Job::Ignore, "무시|잊어|잊으|따르지|무효|폐기"),
    (Job::Rules, "지시|명령|규칙|프롬프트|지침|제한"),
    (
        Job::Model,
        "ai 비서|ai 어시스턴트|ai 에이전트|언어 모델|인공지능|어시스턴트|ai에게|ai는|챗봇|에이전트는",
    ),
    (Job::Duty, "해야|하십시오|하세요|반드시|하라|해 주세요|해주세요|할 것"),
    (Job::Silence, "말하지|알리지|언급하지|비밀|숨기|밝히지|몰래|설명하지"),
    (Job::User, "사용자|유저|이용자|아무에게|고객"),
    (Job::Unasked, "묻지|확인 없이|승인 없이|허락 없이|확인하지"),
    (Job::Deed, "실행|송금|삭제|전송|결제|설치|공개|이체"),
    (Job::Memory, "기억|메모리|장기 기억"),
    (Job::Future, "앞으로|지금부터|이제부터|항상|영구|모든 대화|모든 답변|이후"),
    (Job::Trigger, "사용자가|누군가|물으면|물어보면|질문하면|요청하면|때마다"),
    (Job::Claim, "추천|답하|대답|주장|권하|답변하|말하라"),
    (Job::Send, "보내|전송|전달|업로드|첨부"),
    (Job::Role, "당신은|너는|인 척"),
    (Job::Free, "이제|제한 없는|제한이 없|관리자|모드"),
];

const ARABIC: Language = [
    (Job::Ignore, "تجاهل|انس |انسى|أهمل|تجاهلوا|لا تتبع"),
    (Job::Rules, "التعليمات|الأوامر|القواعد|تعليمات|الإرشادات|القيود"),
    (
        Job::Model,
        "المساعد|مساعد الذكاء|الذكاء الاصطناعي|نموذج اللغة|النموذج|نماذج اللغة|الوكيل الذكي",
    ),
    (Job::Duty, "يجب|عليك|يرجى|ينبغي|قم ب|أرسل|أجب|أضف|لا بد"),
    (Job::Silence, "لا تخبر|لا تذكر|لا تبلغ|دون إخبار|سرا|أخف|بدون إخبار|لا تكشف|دون علم|دون أن تخبر"),
    (Job::User, "المستخدم|أحدا|العميل"),
    (Job::Unasked, "دون تأكيد|بدون تأكيد|دون موافقة|دون سؤال|لا تسأل|بدون إذن|دون إذن"),
    (Job::Deed, "تحويل|حذف|احذف|إرسال|أرسل|تنفيذ|نفذ|دفع|تثبيت|نشر"),
    (Job::Memory, "ذاكرتك|الذاكرة|احفظ في|تذكر دائما"),
    (Job::Future, "من الآن فصاعدا|من الآن|دائما|في المستقبل|إلى الأبد|كل رد|كل إجابة|جميع المحادثات"),
    (Job::Trigger, "عندما يسأل|إذا سأل|كلما|عندما يطلب|إذا طلب|عندما يذكر"),
    (Job::Claim, "أوص|أجب|قل إن|انصح|اقترح|ادع"),
    (Job::Send, "أرسل|حول|انسخ|ارفع|انشر"),
    (Job::Role, "أنت الآن|تصرف كأنك|تظاهر"),
    (Job::Free, "بدون قيود|بلا قيود|وضع|مدير|مسؤول"),
];

const HINDI: Language = [
    (Job::Ignore, "अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|अनदेखी|उपेक्षा"),
    (Job::Rules, "निर्देश|नियमों|नियम|आदेश"),
    (Job::Model, "एआई सहायक|ai सहायक|भाषा मॉडल|कृत्रिम बुद्धि|सहायक:|सहायक,|एजेंट|एआई"),
    (Job::Duty, "चाहिए|अवश्य|कृपया|ज़रूर|करें|भेजें"),
    (Job::Silence, "मत बता|न बताएं|ना बताएं|उल्लेख न|उल्लेख मत|छिपा|छुपा|गुप्त|चुपचाप|न बताना"),
    (Job::User, "उपयोगकर्ता|यूज़र|यूजर|किसी को"),
    (Job::Unasked, "बिना पूछे|बिना पुष्टि|बिना अनुमति|पुष्टि के बिना"),
    (Job::Deed, "भेज|हटा|चला|भुगतान|ट्रांसफर|इंस्टॉल"),
    (Job::Memory, "अपनी मेमोरी|अपनी स्मृति|स्मृति में|मेमोरी में|हमेशा याद"),
    (Job::Future, "अब से|आगे से|हमेशा|भविष्य में|हर उत्तर|हर जवाब|हर बातचीत"),
    (Job::Trigger, "जब उपयोगकर्ता|यदि उपयोगकर्ता|अगर उपयोगकर्ता|जब भी|जब कोई"),
    (Job::Claim, "सुझा|सिफारिश|उत्तर दें|जवाब दें|कहें कि|बताएं कि"),
    (Job::Send, "भेज|अपलोड|अग्रेषित"),
    (Job::Role, "तुम अब|आप अब|अब तुम|अब आप"),
    (Job::Free, "बिना किसी|प्रतिबंध|मोड|प्रशासक"),
];

const TURKISH: Language = [
    (Job::Ignore, "yok say|görmezden|unut|dikkate alma|göz ardı"),
    (Job::Rules, "talimat|yönerge|kuralları|kurallar|komutları|önceki"),
    (Job::Model, "yapay zek|dil model|asistan:|asistan,|ai asistan|asistanlar|ajanlar"),
    (Job::Duty, "gerekir|gerekiyor|malı|meli|zorunda|lütfen|mutlaka|gönder|öner"),
    (Job::Silence, "söyleme|bahsetme|bildirme|gizle|gizli|haber verme|belirtme|açıklama yapma"),
    (Job::User, "kullanıcı|kimseye|müşteri"),
    (Job::Unasked, "sormadan|onay almadan|onay olmadan|izin almadan|onay gerek"),
    (Job::Deed, "gönder|sil|çalıştır|ödeme|havale|yükle|paylaş|onayla"),
    (Job::Memory, "hafızana|belleğine|hafızanda|belleğinde|kalıcı olarak hatırla|uzun süreli"),
    (
        Job::Future,
        "bundan sonra|şu andan itibaren|artık|gelecekte|her zaman|her yanıt|her cevap|tüm konuşmalarda",
    ),
    (
        Job::Trigger,
        "kullanıcı sor|kullanıcı iste|ne zaman|her seferinde|biri sor|sorulduğunda|kullanıcı bahse",
    ),
    (Job::Claim, "öner|cevap ver|yanıtla|söyle|tavsiye|iddia et"),
    (Job::Send, "gönder|ilet|yükle|kopyala|paylaş"),
    (Job::Role, "sen artık|artık sen|gibi davran"),
    (Job::Free, "sınırsız|kısıtlama|yönetici|modu"),
];

const SWEDISH: Language = [
    (Job::Ignore, "ignorera|glöm|bortse från|strunta i"),
    (Job::Rules, "instruktion|anvisning|riktlinje|regler|allt du"),
    (
        Job::Model,
        "ai-assistent|språkmodell|ai-agent|assistent:|assistent,|till assistenten|till modellen|artificiell intelligens|ai-modell",
    ),
    (Job::Duty, "måste|ska |skall|bör|vänligen|svara|skicka|rekommendera"),
    (
        Job::Silence,
        "säg inget|berätta inte|nämn inte|informera inte|hemlig|utan att nämna|utan att berätta|dölj|avslöja inte",
    ),
    (Job::User, "användare|för någon|kunden"),
    (Job::Unasked, "utan att fråga|utan bekräftelse|utan godkännande|utan tillåtelse"),
    (Job::Deed, "överför|radera|ta bort|skicka|kör |betal|installera|publicera"),
    (Job::Memory, "ditt minne|långtidsminne|i minnet|kom ihåg för alltid"),
    (
        Job::Future,
        "från och med nu|hädanefter|i framtiden|för alltid|varje svar|alla samtal|framöver",
    ),
    (Job::Trigger, "när användaren|om användaren|varje gång|när någon|om någon|så fort"),
    (Job::Claim, "rekommendera|svara|säg att|påstå|föreslå"),
    (Job::Send, "skicka|vidarebefordra|ladda upp|kopiera"),
    (Job::Role, "du är|agera som|låtsas"),
    (Job::Free, "nu en|utan begränsningar|utan regler|administratör"),
];
