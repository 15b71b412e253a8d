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

import io.svc.scanner.checks.texts.InjectionScore.Indicator;

/** Indicators of sentences that hide something from the user, or act without approval. */
final class ConcealRules {
  private static final int NEAR = 4;
  private static final int FAR = 10;

  private static final String APPROVAL_WORDS =
      "asking confirmation approval permission prompting confirming consent waiting";
  private static final String STEPS =
      "step steps action actions fact call calls request access reading file files what anything";

  private ConcealRules() {}

  static void judge(TaggedSentence sentence, InjectionScore score) {
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
  private static void judgeDenial(TaggedSentence sentence, int denial, InjectionScore score) {
    int tellIndex = sentence.find(TELL, denial + 1, denial + 1 + NEAR);
    int user = tellIndex < 0 ? -1 : sentence.find(USER, tellIndex + 1, tellIndex + FAR);
    if (user > 0) {
      score.add(Indicator.CONCEAL, weightOfSilence(sentence, denial, tellIndex, user));
    } else if (isVerbLast(sentence, denial)) {
      score.add(Indicator.CONCEAL, 10);
    } else if (tellIndex > 0
        && sentence.hasWord("these this", tellIndex + 1, tellIndex + 3)
        && sentence.has(INSTRUCTION, tellIndex + 1, tellIndex + NEAR + 1)) {
      score.add(Indicator.CONCEAL, 8);
    } else if (tellIndex > 0
        && sentence.word(tellIndex + 1).equals("that")
        && sentence.word(tellIndex + 2).equals("you")) {
      score.add(Indicator.CONCEAL, 8);
    } else if (tellIndex > 0
        && TaggedSentence.isOneOf(sentence.word(tellIndex + 1), "it this that anything")
        && (tellIndex + 2 == sentence.size()
            || sentence.hasWord("in", tellIndex + 2, tellIndex + 3))) {
      score.add(Indicator.CONCEAL, 5);
    }
    int show = sentence.find(SHOW, denial + 1, denial + NEAR);
    if (show > 0 && sentence.has(USER, show + 1, show + NEAR + 1)) {
      score.add(Indicator.CONCEAL, hasData(sentence, denial, show + NEAR) ? 2 : 6);
    }
    boolean isLet = sentence.hasWord("let allow lass laisse deje", denial + 1, denial + NEAR);
    int userIndex = isLet ? sentence.find(USER, denial + 2, denial + 6) : -1;
    if (userIndex > 0 && sentence.has(KNOW, userIndex + 1, userIndex + NEAR)) {
      score.add(Indicator.CONCEAL, hasData(sentence, denial, userIndex) ? 3 : 10);
    }
    if (sentence.hasWord("ask", denial + 1, denial + NEAR)
        && (sentence.has(USER, denial + 2, denial + FAR)
            || sentence.hasWord(APPROVAL_WORDS, denial + 2, denial + FAR))) {
      score.add(Indicator.CONSENT, 3);
    }
    if (sentence.hasWord("visible shown displayed", denial + 1, denial + NEAR)
        && sentence.has(USER, denial + 2, denial + FAR)) {
      score.add(Indicator.AUDIENCE, hasData(sentence, denial, denial + NEAR) ? 3 : 6);
    }
  }

  /** Returns whether the verb is last, as in {@code nicht dem Benutzer sagen}. */
  private static boolean isVerbLast(TaggedSentence sentence, int denial) {
    int user = sentence.find(USER, denial + 1, denial + NEAR);
    return user > 0
        && sentence.hasWord(
            "sagen mitteilen informieren erwahnen verraten vertellen zeggen",
            user + 1,
            user + NEAR);
  }

  private static int weightOfSilence(TaggedSentence sentence, int denial, int tellIndex, int user) {
    String nextWord = sentence.word(user + 1);
    if (sentence.has(SECRET, tellIndex + 1, user)) {
      return 2;
    }
    if (sentence.has(INSTRUCTION, tellIndex + 1, user)) {
      return sentence.hasWord("these this", tellIndex + 1, user) ? 10 : 2;
    }
    if (hasData(sentence, denial, user)) {
      return 3;
    }
    if (user - tellIndex > 3) {
      boolean isAction =
          sentence.has(IT, tellIndex + 1, user) || sentence.hasWord(STEPS, tellIndex + 1, user);
      return isAction ? 10 : 5;
    }
    // "Tell the user to …" is advice, and its negation conceals nothing.
    boolean isAdvice = nextWord.equals("to") && user - tellIndex <= 2;
    return isAdvice ? 0 : 10;
  }

  /**
   * Returns whether the object is raw data or an identifier, which legitimate texts exclude from
   * answers.
   */
  private static boolean hasData(TaggedSentence sentence, int from, int user) {
    return sentence.has(DATA, from, user) || sentence.has(DATA, user + 1, user + NEAR + 1);
  }

  /** Scores {@code without telling the user} and {@code without the user's knowledge}. */
  private static void judgeWithout(TaggedSentence sentence, int index, InjectionScore score) {
    int tellIndex = sentence.find(TELL, index + 1, index + NEAR);
    int user = sentence.find(USER | USERS, index + 1, index + NEAR + 3);
    if (tellIndex > 0 && sentence.has(USER, tellIndex + 1, tellIndex + FAR)) {
      score.add(Indicator.CONCEAL, 10);
    } else if (user > 0 && sentence.has(KNOW, user + 1, user + NEAR)) {
      score.add(Indicator.CONCEAL, 10);
    } else if (sentence.hasWord("their his her them anybody", index + 1, index + 3)
        && sentence.has(KNOW, index + 2, index + NEAR)) {
      score.add(Indicator.CONCEAL, 8);
    }
    if (sentence.hasWord(APPROVAL_WORDS, index + 1, index + NEAR + 3)) {
      score.add(Indicator.CONSENT, 4);
    }
  }

  /** Scores {@code the user must never know} and {@code the user cannot see this}. */
  private static void judgeUser(TaggedSentence sentence, int user, InjectionScore score) {
    int denial = sentence.find(NEGATION, user + 1, user + NEAR);
    boolean isDemand =
        denial > 0
            && (sentence.hasWord("must should shall may", user + 1, denial + 1)
                || TaggedSentence.isOneOf(
                    sentence.word(denial), "never cannot cant wont mustnt shouldnt"));
    if (isDemand && !sentence.hasWord("if when", user - 3, user)) {
      boolean isHidden = sentence.has(KNOW | TELL, denial + 1, denial + NEAR);
      if (isHidden) {
        score.add(Indicator.CONCEAL, hasData(sentence, user - NEAR, denial + 2) ? 3 : 8);
      }
    }
    if (sentence.hasWord("invisible unseen unbeknownst", user - NEAR, user)) {
      score.add(Indicator.AUDIENCE, 8);
    }
  }

  private static void judgeWord(TaggedSentence sentence, int i, InjectionScore score) {
    String word = sentence.word(i);
    if (TaggedSentence.isOneOf(word, "hide conceal withhold hidden secret")
        && !sentence.isDenied(i)) {
      int from = -1;
      for (int j = i + 1; j < i + FAR; j++) {
        from = from < 0 && sentence.word(j).equals("from") ? j : from;
      }
      if (from > 0 && sentence.has(USER, from + 1, from + NEAR)) {
        boolean isIt = sentence.has(IT, i - 2, from) && !hasData(sentence, i, from);
        score.add(Indicator.CONCEAL, isIt ? 10 : 6);
      }
    } else if (TaggedSentence.isOneOf(word, "nothing nichts nada rien niente ничего niets nic")) {
      boolean mentionsTelling = sentence.has(TELL, i - 6, i + NEAR);
      score.add(Indicator.CONCEAL, mentionsTelling && sentence.has(USER, i - 6, i + 6) ? 10 : 0);
    } else if (TaggedSentence.isOneOf(word, "soyleme bahsetme bildirme")) {
      score.add(Indicator.CONCEAL, sentence.has(USER, i - NEAR, i + NEAR) ? 10 : 0);
    } else if (TaggedSentence.isOneOf(
        word, "secretly covertly stealthily surreptitiously unnoticed")) {
      score.add(Indicator.CONCEAL, 6);
    } else if (TaggedSentence.isOneOf(word, "silently quietly discreetly heimlich discretamente")) {
      boolean isSending = sentence.has(SEND | READ, i + 1, i + NEAR);
      score.add(Indicator.CONCEAL, isSending ? 5 : 1);
    } else if (TaggedSentence.isOneOf(word, "only solely just exclusively")) {
      boolean isForModel =
          sentence.hasWord("for to by", i + 1, i + 3) && sentence.has(MODEL, i + 2, i + 5);
      if (isForModel) {
        score.add(Indicator.AUDIENCE, 6);
      }
    } else if (TaggedSentence.isOneOf(word, "before bevor antes avant prior whenever")
        && sentence.has(CALL | ALL, i + 1, i + NEAR)) {
      score.add(Indicator.BEFORE, 3);
    } else if (word.equals("first")
        && sentence.hasWord("for on in at", i + 1, i + 2)
        && sentence.hasWord("every each any all", i + 2, i + 4)) {
      score.add(Indicator.BEFORE, 4);
    } else if (TaggedSentence.isOneOf(word, "otherwise sonst sinon")) {
      score.add(Indicator.OTHERWISE, 2);
    } else if (TaggedSentence.isOneOf(
        word, "important critical mandatory urgent crucial compulsory")) {
      score.add(Indicator.URGENT, 2);
    }
  }
}
