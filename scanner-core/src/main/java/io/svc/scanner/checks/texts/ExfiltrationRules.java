package io.svc.scanner.checks.texts;

import static io.svc.scanner.checks.texts.InjectionWords.ADDRESS;
import static io.svc.scanner.checks.texts.InjectionWords.ALL;
import static io.svc.scanner.checks.texts.InjectionWords.BULK;
import static io.svc.scanner.checks.texts.InjectionWords.IT;
import static io.svc.scanner.checks.texts.InjectionWords.MAIL;
import static io.svc.scanner.checks.texts.InjectionWords.PATH;
import static io.svc.scanner.checks.texts.InjectionWords.READ;
import static io.svc.scanner.checks.texts.InjectionWords.SECRET;
import static io.svc.scanner.checks.texts.InjectionWords.SEND;
import static io.svc.scanner.checks.texts.InjectionWords.SLOT;
import static io.svc.scanner.checks.texts.InjectionWords.USERS;

import io.svc.scanner.checks.texts.InjectionScore.Indicator;

/** Indicators of instructions to read secrets, send data, or run commands. */
final class ExfiltrationRules {
  private static final int NEAR = 8;
  private static final int FAR = 14;

  private static final String STEALING = "exfiltrate leak steal harvest siphon";
  private static final String FOREIGN = "webhook attacker pastebin ngrok burp collaborator";
  private static final String PUTTING = "add put place provide insert copy share log record push";
  private static final String SHELLS = "curl wget bash powershell iwr base64 nc netcat";

  private ExfiltrationRules() {}

  static void judge(TaggedSentence sentence, InjectionScore score) {
    for (int i = 0; i < sentence.size(); i++) {
      boolean isOrder = !sentence.isDenied(i) && !OverrideRules.isCited(sentence, i);
      if (sentence.is(i, READ) && isOrder) {
        judgeRead(sentence, i, score);
      }
      boolean isWith = sentence.word(i).equals("with") && isComplete(sentence, i);
      if ((sentence.is(i, SEND) || isWith) && isOrder) {
        judgeSend(sentence, i, score);
      }
      if (sentence.is(i, PATH)) {
        boolean isOfContents = sentence.hasWord("contents content", i - 4, i);
        score.add(Indicator.READ_SECRET, isOfContents && !sentence.isDenied(i) ? 5 : 2);
      }
      if (sentence.is(i, MAIL)) {
        judgeMail(sentence, i, score);
      }
      if (TaggedSentence.isOneOf(sentence.word(i), "run execute eval") && isOrder) {
        score.add(Indicator.RUN, sentence.hasWord(SHELLS, i + 1, i + NEAR) ? 5 : 0);
      }
    }
  }

  private static void judgeRead(TaggedSentence sentence, int verb, InjectionScore score) {
    boolean isOffered = OverrideRules.isOffered(sentence, verb);
    int path = sentence.find(PATH, verb + 1, verb + NEAR + 1);
    if (path > 0) {
      boolean isSetup =
          sentence.word(path).equals(".env")
              && TaggedSentence.isOneOf(sentence.word(verb), "load get fetch open access retrieve");
      score.add(Indicator.READ_SECRET, isOffered || isSetup ? 3 : 6);
    } else if (kinds(sentence, verb + 1, verb + NEAR) > 0 && !isOffered) {
      score.add(Indicator.READ_SECRET, kinds(sentence, verb + 1, verb + NEAR) > 1 ? 4 : 3);
    }
  }

  private static void judgeSend(TaggedSentence sentence, int verb, InjectionScore score) {
    boolean isOffered = OverrideRules.isOffered(sentence, verb);
    int kinds = kinds(sentence, verb + 1, verb + FAR);
    boolean isAll = sentence.has(ALL | USERS, verb - FAR, verb + FAR);
    int weight = 0;
    int path = sentence.find(PATH, verb + 1, verb + FAR);
    if (path > 0) {
      // Content that is written to a file is not sent anywhere.
      weight = sentence.hasWord("in into to at inside", path - 2, path) ? 0 : 6;
    } else if (kinds > 0) {
      // "Your API key" addresses the person who configures the server.
      boolean hasPossessive = kinds == 1 && sentence.hasWord("your", verb + 1, verb + NEAR);
      weight = hasPossessive ? 2 : kinds > 1 ? 6 : 4;
    } else if (isComplete(sentence, verb)) {
      // With every request, a server receives everything that the user writes.
      weight = sentence.hasWord("every each", verb - FAR, verb + FAR) ? 6 : 4;
    } else if (sentence.has(IT | BULK, verb + 1, verb + 6)) {
      boolean isPut = TaggedSentence.isOneOf(sentence.word(verb), PUTTING);
      boolean isContents = isAll && sentence.has(BULK, verb + 1, verb + 6);
      // "Add this to your settings" is common in setup instructions.
      weight = isPut && !sentence.has(SLOT, verb + 1, verb + FAR) ? 0 : isContents ? 5 : 3;
    }
    if (weight == 0) {
      return;
    }
    boolean isTheft = TaggedSentence.isOneOf(sentence.word(verb), STEALING);
    score.add(Indicator.SEND, isOffered ? weight / 2 : isTheft ? weight + 3 : weight);
    if (sentence.has(ADDRESS, verb + 1, verb + FAR + 4)) {
      score.add(Indicator.DESTINATION, isAll || weight != 3 ? 5 : 4);
    } else if (sentence.hasWord(FOREIGN, verb + 1, verb + FAR)) {
      score.add(Indicator.DESTINATION, 4);
    } else if (sentence.has(SLOT, verb + 1, verb + FAR)) {
      score.add(Indicator.DESTINATION, 3);
    }
  }

  /**
   * Returns whether the object is complete: {@code the full conversation}, {@code all environment
   * variables}.
   */
  private static boolean isComplete(TaggedSentence sentence, int verb) {
    return sentence.hasWord("conversation conversations history transcript", verb + 1, verb + FAR)
        || (sentence.hasWord("environment", verb + 1, verb + FAR)
            && sentence.hasWord("variables", verb + 1, verb + FAR));
  }

  /** Returns the number of kinds of secrets in a range. */
  private static int kinds(TaggedSentence sentence, int from, int to) {
    int kinds = 0;
    int last = -2;
    String lastWord = "";
    for (int i = from; i < Math.min(to, sentence.size()); i++) {
      boolean isVariables =
          sentence.word(i).equals("environment") && sentence.word(i + 1).equals("variables");
      if (sentence.is(i, SECRET) || isVariables) {
        // "SSH keys" and "secret token" are one kind.
        kinds += last == i - 1 || lastWord.equals(sentence.word(i)) ? 0 : 1;
        last = i;
        lastWord = sentence.word(i);
      }
    }
    return kinds;
  }

  /** Scores {@code all emails must be sent to …} and {@code change the recipient to …}. */
  private static void judgeMail(TaggedSentence sentence, int noun, InjectionScore score) {
    int address = sentence.find(ADDRESS, noun + 1, noun + FAR + 4);
    if (address < 0) {
      boolean isSwap =
          sentence.hasWord("replace substitute swap change", noun - 5, noun)
              && sentence.hasWord("with by to", noun + 1, noun + 4);
      boolean isAccount = TaggedSentence.isOneOf(sentence.word(noun), "iban recipient beneficiary");
      score.add(Indicator.REDIRECT, isSwap && isAccount ? 6 : 0);
      return;
    }
    boolean isAll = sentence.has(ALL, noun - 3, noun);
    boolean isSent =
        sentence.hasWord(
            "sent send bcc cc redirect redirected route routed forward forwarded addressed copied",
            noun - 6,
            address);
    boolean isChange =
        sentence.hasWord("change replace set substitute swap redirect modify", noun - 5, noun + 4);
    if ((isAll && isSent) || (isChange && sentence.word(noun).startsWith("recipient"))) {
      score.add(Indicator.REDIRECT, 10);
    } else if (sentence.hasWord("bcc redirect redirected", noun - 6, address)) {
      score.add(Indicator.REDIRECT, 8);
    }
  }
}
