package io.svc.scanner.checks.texts;

import java.util.HashMap;
import java.util.Map;

/**
 * The words of prompt injections in the most common languages, with their possible roles in a
 * sentence. Words are normalized by {@link FoldedText}.
 */
final class InjectionWords {
  static final int OVERRIDE = 1;
  static final int BYPASS = 1 << 1;
  static final int FOLLOW = 1 << 2;
  static final int INSTRUCTION = 1 << 3;
  static final int RULE = 1 << 4;
  static final int PRIOR = 1 << 5;
  static final int ALL = 1 << 6;
  static final int SYSTEM = 1 << 7;
  static final int NEGATION = 1 << 8;
  static final int WITHOUT = 1 << 9;
  static final int TELL = 1 << 10;
  static final int USER = 1 << 11;
  static final int USERS = 1 << 12;
  static final int KNOW = 1 << 13;
  static final int SHOW = 1 << 14;
  static final int DATA = 1 << 15;
  static final int READ = 1 << 16;
  static final int SEND = 1 << 17;
  static final int SECRET = 1 << 18;
  static final int BULK = 1 << 19;
  static final int SLOT = 1 << 20;
  static final int IT = 1 << 21;
  static final int CALL = 1 << 22;
  static final int MODEL = 1 << 23;
  static final int SAFETY = 1 << 24;
  static final int CONTENT = 1 << 25;
  static final int VOID = 1 << 26;
  static final int MAIL = 1 << 27;

  /** Properties of a token in addition to its word. */
  static final int PATH = 1 << 28;

  static final int ADDRESS = 1 << 29;
  static final int COMPOUND = 1 << 30;
  static final int QUOTED = 1 << 31;

  private static final Map<String, Integer> PARTS = new HashMap<>(1500);

  static {
    add(OVERRIDE, "ignore ignoring disregard disregarding forget forgetting overlook neglect");
    add(OVERRIDE, "discard abandon dismiss unlearn aside attention");
    add(OVERRIDE, "ignora ignorad ignorar ignoren olvida olvide olvidar descarta");
    add(OVERRIDE, "ignorez ignorer oublie oubliez oublier");
    add(OVERRIDE, "ignoriere ignorieren ignoriert vergiss vergessen missachte missachten");
    add(OVERRIDE, "esqueca esquece esquecer desconsidere desconsiderar ignorem");
    add(OVERRIDE, "ignorate dimentica dimenticare negeer vergeet zignoruj ignoruj zapomnij");
    add(OVERRIDE, "игнорируй игнорируйте игнорировать проигнорируй забудь забудьте");
    add(OVERRIDE, "تجاهل yoksay unut अनदेखा");
    add(BYPASS, "override overrides overriding overrule supersede supersedes superseding replaces");
    add(BYPASS, "bypass bypassing circumvent disable disabling deactivate evade skip");
    add(FOLLOW, "follow following obey obeying adhere comply heed honor honour respect observe");
    add(FOLLOW, "suivez suis sigas seguir befolge befolgen siga");
    add(INSTRUCTION, "instruction instructions prompt prompts directive directives guideline");
    add(INSTRUCTION, "guidelines guidance orders programming instrucciones indicaciones consignes");
    add(
        INSTRUCTION,
        "anweisung anweisungen instruktionen vorgaben instrucoes diretrizes istruzioni");
    add(INSTRUCTION, "direttive directivas instructies aanwijzingen instrukcje polecenia");
    add(INSTRUCTION, "инструкции инструкций инструкцию указания указаний директивы");
    add(INSTRUCTION, "التعليمات تعليمات talimatlari talimatlar निर्देशों निर्देश");
    add(RULE, "rule rules command commands policy policies constraint constraints restriction");
    add(
        RULE,
        "restrictions limitation limitations protocol protocols context message messages request requests");
    add(RULE, "training conversation reglas regles regeln regole regras zasady правила команды");
    add(PRIOR, "previous previously prior above earlier preceding foregoing original initial");
    add(PRIOR, "before given received anterior anteriores previas previos precedente precedentes");
    add(PRIOR, "vorherige vorherigen vorigen bisherigen bisherige obigen fruheren precedenti");
    add(PRIOR, "eerdere vorige poprzednie wczesniejsze предыдущие предыдущих прежние выше");
    add(PRIOR, "السابقة onceki पिछले");
    add(ALL, "all any every everything anything your other existing whatever todas todos toutes");
    add(ALL, "tous alle allen tutte tutti wszystkie все всех جميع butun सभी tus vos deine ihre");
    add(SYSTEM, "system sistema systeme");
    add(
        NEGATION,
        "not never dont doesnt shouldnt mustnt cannot cant wont avoid refrain stop cease");
    add(NEGATION, "no nunca jamas ne pas jamais nicht niemals keinesfalls nao non mai niet nooit");
    add(NEGATION, "nie nigdy не никогда لا asla मत kein keine");
    add(WITHOUT, "without sin sans ohne sem senza zonder bez без");
    add(TELL, "tell telling told inform informing informed mention mentioning mentioned notify");
    add(TELL, "notifying notified alerting alerted disclose disclosing disclosed reveal revealing");
    add(TELL, "revealed divulge acknowledge warn warning discuss report say saying");
    add(TELL, "digas diga decir decirle menciones mencionar mencione informes informar notifiques");
    add(TELL, "dis dites dire mentionne mentionnez mentionner informe informez informer");
    add(
        TELL,
        "zeggen sage sagen sag erwahne erwahnen informiere informieren verrate verraten mitteilen");
    add(TELL, "conte contar notifique dica menzionare informare vertel vertellen mow informuj");
    add(TELL, "говори говорите говорить сообщай сообщайте сообщать упоминаи упоминаите");
    add(TELL, "упоминай упоминайте рассказывай рассказывайте تخبر soyleme bahsetme bildirme बताओ");
    add(USER, "user human operator person anybody anyone somebody someone usuario utilisateur");
    add(USER, "benutzer nutzer anwender utente gebruiker uzytkownikowi uzytkownika пользователю");
    add(USER, "пользователя пользователь المستخدم kullaniciya kullanici उपयोगकर्ता");
    add(USERS, "users humans persons usuarios utilisateurs");
    add(KNOW, "know knows knowing knowledge notice notices noticing aware awareness see sees find");
    add(KNOW, "finds discover learn learns realize realizing suspect consent");
    add(SHOW, "show display print output repeat return reveal recite dump echo expose present");
    add(
        DATA,
        "id ids uuid uuids json raw internal name names url urls code codes field fields value");
    add(DATA, "values key keys schema markdown table link links number numbers technical");
    add(READ, "read open cat load get fetch retrieve access extract collect gather grab dump");
    add(
        READ,
        "harvest scan enumerate lee lea leer lis lisez lire lies lese lesen leia leggi leggere");
    add(READ, "прочитаи прочитай прочти прочитайте прочесть читай اقرأ oku पढ़ो");
    add(SEND, "send post upload transmit forward exfiltrate leak submit email mail pass include");
    add(
        SEND,
        "append attach embed encode insert put add provide place deliver sent steal bcc copy");
    add(SEND, "paste share relay mirror transfer ship log record push sync tunnel siphon");
    add(SEND, "envia envie enviar enviala envoie envoyez envoyer sende senden schicke schicken");
    add(
        SEND,
        "ubermittle ubermitteln invia inviare envia stuur отправь отправьте отправляй wyslij");
    add(SEND, "передаи передай أرسل gonder भेजो");
    add(
        SECRET,
        "credential credentials secret secrets password passwords passphrase apikey apikeys");
    add(SECRET, "token tokens cookies keychain mnemonic wallet ssh privatekey keys contrasena");
    add(
        SECRET,
        "contrasenas credenciales identifiants passwort passworter zugangsdaten senha senhas");
    add(SECRET, "credenciais credenziali пароль пароли паролеи паролей ключи ключ токены секреты");
    add(BULK, "conversation conversations chat history transcript environment variables contents");
    add(BULK, "content source inhalt contenido contenu conteudo contenuto содержимое");
    add(
        SLOT,
        "parameter parameters argument arguments param params field sidenote sidenotes notes");
    add(SLOT, "note metadata header headers body query comment debug feedback parametro parametre");
    add(
        IT,
        "it its them this these that result results output everything data lo la ihn es его это");
    add(
        CALL,
        "use using call calling invoke invoking run running execute executing any every each");
    add(
        CALL,
        "doing answering responding replying anything usar utiliser verwendung usage вызовом");
    add(CALL, "использованием using verwendest benutzt llamar utilizar");
    add(MODEL, "assistant assistants ai llm llms model models agent agents chatbot claude gpt");
    add(SAFETY, "safety security guardrail guardrails safeguard safeguards restrictions filters");
    add(SAFETY, "confirmation confirmations approval approvals moderation protections permission");
    add(CONTENT, "content contents page pages document documents website websites email emails");
    add(
        CONTENT,
        "output outputs result results response responses file files text data input inputs");
    add(CONTENT, "comments issue issues html markdown source sources web repository readme body");
    add(VOID, "void obsolete superseded replaced revoked cancelled canceled invalid outdated");
    add(VOID, "overridden nullified rescinded suspended");
    add(
        MAIL,
        "email emails mail mails message messages payment payments transfer transfers invoice");
    add(
        MAIL,
        "invoices funds transaction transactions recipient recipients money iban beneficiary");
  }

  private InjectionWords() {}

  /** Returns the possible roles of a lowercase word; 0 for an ordinary word. */
  static int partsOf(String word) {
    return PARTS.getOrDefault(word, 0);
  }

  private static void add(int part, String words) {
    int start = 0;
    while (start < words.length()) {
      int blank = words.indexOf(' ', start);
      int end = blank < 0 ? words.length() : blank;
      String word = words.substring(start, end);
      PARTS.put(word, partsOf(word) | part);
      start = end + 1;
    }
  }
}
