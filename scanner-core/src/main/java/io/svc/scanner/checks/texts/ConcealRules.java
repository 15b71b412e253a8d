package io.svc.scanner.checks.texts;

import static io.svc.scanner.checks.texts.InjectionWords.ALL;
import static io.svc.scanner.checks.texts.InjectionWords.CALL;
import static io.svc.scanner.checks.texts.InjectionWords.DATA;
import static io.svc.scanner.checks.texts.InjectionWords.INSTRUCTION;
import static io.svc.scanner.checks.texts.InjectionWords.IT;
import static io.svc.scanner.checks.texts.InjectionWords.KNOW;
import static io.svc.scanner.checks.texts.InjectionWords.MODEL;
import static io.svc.scanner.checks.texts.InjectionWords.NEGATION;
import static io.svc.scanner.checks.texts.InjectionWords.READ;
import static io.svc.scanner.checks.texts.InjectionWords.SECRET;
import static io.svc.scanner.checks.texts.InjectionWords.SEND;
import static io.svc.scanner.checks.texts.InjectionWords.SHOW;
import static io.svc.scanner.checks.texts.InjectionWords.TELL;
import static io.svc.scanner.checks.texts.InjectionWords.USER;
import static io.svc.scanner.checks.texts.InjectionWords.USERS;
import static io.svc.scanner.checks.texts.InjectionWords.WITHOUT;

import io.svc.scanner.checks.texts.InjectionScore.Sign;

/** Indicators of sentences that hide something from the user, or act without approval. */
final class ConcealRules {
  private static final int NEAR = 4;
  private static final int FAR = 10;

  private static final String ASKING =
      "asking confirmation approval permission prompting confirming consent waiting";
  private static final String STEPS =
      "step steps action actions fact call calls request access reading file files what anything";

  private ConcealRules() {}

  static void judge(Sentence sentence, InjectionScore score) {
    for (int i = 0; i < sentence.size(); i++) {
      if (sentence.is(i, NEGATION) && !OverrideRules.isCited(sentence, i)) {
        judgeDenial(sentence, i, score);
      } else if (sentence.is(i, WITHOUT)) {
        judgeWithout(sentence, i, score);
      } else if (sentence.is(i, USER)) {
        judgeUser(sentence, i, score);
      } else {
        judgeWord(sentence, i, score);
      }
    }
  }

  /** Scores {@code do not tell the user} and {@code do not mention this to the user}. */
  private static void judgeDenial(Sentence sentence, int denial, InjectionScore score) {
    int tell = sentence.find(TELL, denial + 1, denial + 1 + NEAR);
    int user = tell < 0 ? -1 : sentence.find(USER, tell + 1, tell + FAR);
    if (user > 0) {
      score.add(Sign.CONCEAL, weightOfSilence(sentence, denial, tell, user));
    } else if (isSilenceOfVerbLast(sentence, denial)) {
      score.add(Sign.CONCEAL, 10);
    } else if (tell > 0
        && sentence.hasWord("these this", tell + 1, tell + 3)
        && sentence.has(INSTRUCTION, tell + 1, tell + NEAR + 1)) {
      score.add(Sign.CONCEAL, 8);
    } else if (tell > 0
        && sentence.word(tell + 1).equals("that")
        && sentence.word(tell + 2).equals("you")) {
      score.add(Sign.CONCEAL, 8);
    } else if (tell > 0
        && Sentence.isOneOf(sentence.word(tell + 1), "it this that anything")
        && (tell + 2 == sentence.size() || sentence.hasWord("in", tell + 2, tell + 3))) {
      score.add(Sign.CONCEAL, 5);
    }
    int show = sentence.find(SHOW, denial + 1, denial + NEAR);
    if (show > 0 && sentence.has(USER, show + 1, show + NEAR + 1)) {
      score.add(Sign.CONCEAL, hasData(sentence, denial, show + NEAR) ? 2 : 6);
    }
    boolean isLet = sentence.hasWord("let allow lass laisse deje", denial + 1, denial + NEAR);
    int known = isLet ? sentence.find(USER, denial + 2, denial + 6) : -1;
    if (known > 0 && sentence.has(KNOW, known + 1, known + NEAR)) {
      score.add(Sign.CONCEAL, hasData(sentence, denial, known) ? 3 : 10);
    }
    if (sentence.hasWord("ask", denial + 1, denial + NEAR)
        && (sentence.has(USER, denial + 2, denial + FAR)
            || sentence.hasWord(ASKING, denial + 2, denial + FAR))) {
      score.add(Sign.CONSENT, 3);
    }
    if (sentence.hasWord("visible shown displayed", denial + 1, denial + NEAR)
        && sentence.has(USER, denial + 2, denial + FAR)) {
      score.add(Sign.AUDIENCE, hasData(sentence, denial, denial + NEAR) ? 3 : 6);
    }
  }

  /** Returns whether the verb is last, as in {@code nicht dem Benutzer sagen}. */
  private static boolean isSilenceOfVerbLast(Sentence sentence, int denial) {
    int user = sentence.find(USER, denial + 1, denial + NEAR);
    return user > 0
        && sentence.hasWord(
            "sagen mitteilen informieren erwahnen verraten vertellen zeggen",
            user + 1,
            user + NEAR);
  }

  private static int weightOfSilence(Sentence sentence, int denial, int tell, int user) {
    String behind = sentence.word(user + 1);
    if (sentence.has(SECRET, tell + 1, user)) {
      return 2;
    }
    if (sentence.has(INSTRUCTION, tell + 1, user)) {
      return sentence.hasWord("these this", tell + 1, user) ? 10 : 2;
    }
    if (hasData(sentence, denial, user)) {
      return 3;
    }
    if (user - tell > 3) {
      boolean isAction =
          sentence.has(IT, tell + 1, user) || sentence.hasWord(STEPS, tell + 1, user);
      return isAction ? 10 : 5;
    }
    // "Tell the user to …" is advice, and its negation conceals nothing.
    boolean isAdvice = behind.equals("to") && user - tell <= 2;
    return isAdvice ? 0 : 10;
  }

  /**
   * Returns whether the object is raw data or an identifier, which legitimate texts exclude from
   * answers.
   */
  private static boolean hasData(Sentence sentence, int from, int user) {
    return sentence.has(DATA, from, user) || sentence.has(DATA, user + 1, user + NEAR + 1);
  }

  /** Scores {@code without telling the user} and {@code without the user's knowledge}. */
  private static void judgeWithout(Sentence sentence, int index, InjectionScore score) {
    int tell = sentence.find(TELL, index + 1, index + NEAR);
    int user = sentence.find(USER | USERS, index + 1, index + NEAR + 3);
    if (tell > 0 && sentence.has(USER, tell + 1, tell + FAR)) {
      score.add(Sign.CONCEAL, 10);
    } else if (user > 0 && sentence.has(KNOW, user + 1, user + NEAR)) {
      score.add(Sign.CONCEAL, 10);
    } else if (sentence.hasWord("their his her them anybody", index + 1, index + 3)
        && sentence.has(KNOW, index + 2, index + NEAR)) {
      score.add(Sign.CONCEAL, 8);
    }
    if (sentence.hasWord(ASKING, index + 1, index + NEAR + 3)) {
      score.add(Sign.CONSENT, 4);
    }
  }

  /** Scores {@code the user must never know} and {@code the user cannot see this}. */
  private static void judgeUser(Sentence sentence, int user, InjectionScore score) {
    int denial = sentence.find(NEGATION, user + 1, user + NEAR);
    boolean isDemand =
        denial > 0
            && (sentence.hasWord("must should shall may", user + 1, denial + 1)
                || Sentence.isOneOf(
                    sentence.word(denial), "never cannot cant wont mustnt shouldnt"));
    if (isDemand && !sentence.hasWord("if when", user - 3, user)) {
      boolean isHidden = sentence.has(KNOW | TELL, denial + 1, denial + NEAR);
      if (isHidden) {
        score.add(Sign.CONCEAL, hasData(sentence, user - NEAR, denial + 2) ? 3 : 8);
      }
    }
    if (sentence.hasWord("invisible unseen unbeknownst", user - NEAR, user)) {
      score.add(Sign.AUDIENCE, 8);
    }
  }

  private static void judgeWord(Sentence sentence, int i, InjectionScore score) {
    String word = sentence.word(i);
    if (Sentence.isOneOf(word, "hide conceal withhold hidden secret") && !sentence.isDenied(i)) {
      int from = -1;
      for (int j = i + 1; j < i + FAR; j++) {
        from = from < 0 && sentence.word(j).equals("from") ? j : from;
      }
      if (from > 0 && sentence.has(USER, from + 1, from + NEAR)) {
        boolean isIt = sentence.has(IT, i - 2, from) && !hasData(sentence, i, from);
        score.add(Sign.CONCEAL, isIt ? 10 : 6);
      }
    } else if (Sentence.isOneOf(word, "nothing nichts nada rien niente ничего niets nic")) {
      boolean isTelling = sentence.has(TELL, i - 6, i + NEAR);
      score.add(Sign.CONCEAL, isTelling && sentence.has(USER, i - 6, i + 6) ? 10 : 0);
    } else if (Sentence.isOneOf(word, "soyleme bahsetme bildirme")) {
      score.add(Sign.CONCEAL, sentence.has(USER, i - NEAR, i + NEAR) ? 10 : 0);
    } else if (Sentence.isOneOf(word, "secretly covertly stealthily surreptitiously unnoticed")) {
      score.add(Sign.CONCEAL, 6);
    } else if (Sentence.isOneOf(word, "silently quietly discreetly heimlich discretamente")) {
      boolean isSending = sentence.has(SEND | READ, i + 1, i + NEAR);
      score.add(Sign.CONCEAL, isSending ? 5 : 1);
    } else if (Sentence.isOneOf(word, "only solely just exclusively")) {
      boolean isForModel =
          sentence.hasWord("for to by", i + 1, i + 3) && sentence.has(MODEL, i + 2, i + 5);
      if (isForModel) {
        score.add(Sign.AUDIENCE, 6);
      }
    } else if (Sentence.isOneOf(word, "before bevor antes avant prior whenever")
        && sentence.has(CALL | ALL, i + 1, i + NEAR)) {
      score.add(Sign.BEFORE, 3);
    } else if (Sentence.isOneOf(word, "otherwise sonst sinon")) {
      score.add(Sign.OTHERWISE, 2);
    } else if (Sentence.isOneOf(word, "important critical mandatory urgent crucial compulsory")) {
      score.add(Sign.URGENT, 2);
    }
  }
}
