package io.svc.scanner.checks.texts;

import static io.svc.scanner.checks.texts.InjectionWords.ALL;
import static io.svc.scanner.checks.texts.InjectionWords.BYPASS;
import static io.svc.scanner.checks.texts.InjectionWords.CONTENT;
import static io.svc.scanner.checks.texts.InjectionWords.FOLLOW;
import static io.svc.scanner.checks.texts.InjectionWords.INSTRUCTION;
import static io.svc.scanner.checks.texts.InjectionWords.MODEL;
import static io.svc.scanner.checks.texts.InjectionWords.NEGATION;
import static io.svc.scanner.checks.texts.InjectionWords.OVERRIDE;
import static io.svc.scanner.checks.texts.InjectionWords.PRIOR;
import static io.svc.scanner.checks.texts.InjectionWords.QUOTED;
import static io.svc.scanner.checks.texts.InjectionWords.RULE;
import static io.svc.scanner.checks.texts.InjectionWords.SAFETY;
import static io.svc.scanner.checks.texts.InjectionWords.SHOW;
import static io.svc.scanner.checks.texts.InjectionWords.SYSTEM;
import static io.svc.scanner.checks.texts.InjectionWords.USER;
import static io.svc.scanner.checks.texts.InjectionWords.USERS;
import static io.svc.scanner.checks.texts.InjectionWords.VOID;

import io.svc.scanner.checks.texts.InjectionScore.Indicator;

/** Indicators of sentences that override previous instructions. */
final class OverrideRules {
  private static final int FAR = 8;

  /** Maximum distance, in words, between a verb and its object. */
  private static final int CLOSE = 5;

  private static final String DEFENDING =
      "detect detects detecting detection scan scans scanning flag flags block blocks prevent"
          + " prevents protect protects catch catches identify identifies recognize recognizes"
          + " filter filters find finds test tests check checks against injection injections"
          + " attack attacks jailbreak jailbreaks attempt attempts";

  private static final String LEAKING =
      "send include pass post upload email append forward leak exfiltrate transmit share";

  private OverrideRules() {}

  static void judge(TaggedSentence sentence, InjectionScore score) {
    for (int i = 0; i < sentence.size(); i++) {
      boolean isInstruction = !sentence.isDenied(i) && !isCited(sentence, i);
      boolean isNoAttention = sentence.word(i).equals("attention") && !isCited(sentence, i);
      if (sentence.is(i, OVERRIDE) && (isInstruction || isNoAttention) && isVerb(sentence, i)) {
        judgeOverride(sentence, i, score);
      } else if (sentence.is(i, BYPASS) && isInstruction) {
        judgeBypass(sentence, i, score);
      } else if (sentence.is(i, FOLLOW) && sentence.isDenied(i) && !isCited(sentence, i)) {
        int noun = sentence.find(INSTRUCTION | RULE, i + 1, i + FAR);
        if (noun > 0 && isPrior(sentence, i + 1, noun)) {
          score.add(Indicator.OVERRIDE, 10);
        }
      } else if (sentence.is(i, INSTRUCTION | RULE | SAFETY)) {
        judgeVoid(sentence, i, score);
      }
      boolean isShowing = sentence.is(i, SHOW) || TaggedSentence.isOneOf(sentence.word(i), LEAKING);
      if (isShowing && isInstruction && !isOffered(sentence, i)) {
        judgeLeak(sentence, i, score);
      }
    }
  }

  /** Returns whether the verb at an index is an offer, not an instruction. */
  static boolean isOffered(TaggedSentence sentence, int index) {
    return TaggedSentence.isOneOf(sentence.word(index - 1), "to can may could will would")
        || sentence.is(index, InjectionWords.COMPOUND);
  }

  /**
   * Returns whether a word is used as a verb: {@code set aside} and {@code pay no attention}
   * override instructions, the nouns alone do not.
   */
  private static boolean isVerb(TaggedSentence sentence, int index) {
    return switch (sentence.word(index)) {
      case "aside" -> sentence.hasWord("set put leave cast lay setting putting", index - 6, index);
      case "attention" ->
          sentence.hasWord("pay paying give", index - 3, index)
              && sentence.has(NEGATION, index - 2, index);
      default -> true;
    };
  }

  /**
   * Returns whether an instruction is quoted by a text that describes a defense: {@code detects
   * 'ignore previous instructions'}.
   */
  static boolean isCited(TaggedSentence sentence, int index) {
    boolean isCitation =
        sentence.has(QUOTED, index - 2, index + 1)
            || TaggedSentence.isOneOf(
                sentence.word(index - 1), "like as eg for against including e g saying say");
    return isCitation && sentence.hasWord(DEFENDING, 0, index);
  }

  private static void judgeOverride(TaggedSentence sentence, int verb, InjectionScore score) {
    if (sentence.is(verb, VOID)) {
      score.add(Indicator.OVERRIDE, 10);
      return;
    }
    if (sentence.has(SAFETY, verb + 1, verb + CLOSE)) {
      score.add(Indicator.SAFETY, 6);
    }
    int noun = sentence.find(INSTRUCTION | RULE, verb + 1, verb + FAR);
    if (noun < 0) {
      int all = sentence.find(ALL, verb + 1, verb + 4);
      if (all > 0 && refersToInstructions(sentence, all)) {
        score.add(Indicator.OVERRIDE, 10);
      } else if (isVerbLast(sentence, verb)
          || (sentence.word(verb + 1).equals("what") && refersToInstructions(sentence, verb + 1))) {
        score.add(Indicator.OVERRIDE, 10);
      }
      return;
    }
    if (isOfContent(sentence, noun)) {
      return;
    }
    boolean isPrior = isPrior(sentence, verb + 1, noun);
    boolean isAll = sentence.has(ALL | SYSTEM | USER | USERS, verb + 1, noun);
    if (sentence.is(noun, INSTRUCTION)) {
      score.add(Indicator.OVERRIDE, isPrior || isAll ? 10 : 4);
    } else if (isPrior || sentence.has(USER | USERS, verb + 1, noun)) {
      score.add(Indicator.OVERRIDE, isPrior && isAll ? 10 : 8);
    } else if (isAll) {
      score.add(Indicator.OVERRIDE, 4);
    }
  }

  /** Returns whether the verb is last: {@code vorherige Anweisungen ignorieren}. */
  private static boolean isVerbLast(TaggedSentence sentence, int verb) {
    int noun = sentence.find(INSTRUCTION, verb - 3, verb);
    return noun > 0 && sentence.has(PRIOR, noun - 3, noun);
  }

  /**
   * Returns whether the object is the instructions: {@code everything above}, {@code all that you
   * were told}, but not {@code all files above 1 MB}.
   */
  private static boolean refersToInstructions(TaggedSentence sentence, int all) {
    int i = all + 1;
    while (TaggedSentence.isOneOf(
        sentence.word(i),
        "of the that this what which was is it you i we have had has been were")) {
      i++;
    }
    return sentence.is(i, PRIOR)
        || TaggedSentence.isOneOf(sentence.word(i), "told said know knew learned learnt");
  }

  private static boolean isPrior(TaggedSentence sentence, int from, int noun) {
    return sentence.has(PRIOR, from, noun) || sentence.has(PRIOR, noun + 1, noun + FAR);
  }

  /**
   * Returns whether the instructions are in the output of a tool. Advice to ignore those is a
   * defense.
   */
  private static boolean isOfContent(TaggedSentence sentence, int noun) {
    for (int i = noun + 1; i < noun + CLOSE; i++) {
      if (TaggedSentence.isOneOf(
          sentence.word(i), "in within inside contained embedded found from that which")) {
        return sentence.has(CONTENT, i + 1, i + CLOSE)
            && !sentence.has(USER | SYSTEM | MODEL, i + 1, i + CLOSE);
      }
    }
    return false;
  }

  private static void judgeBypass(TaggedSentence sentence, int verb, InjectionScore score) {
    int noun = sentence.find(INSTRUCTION, verb + 1, verb + FAR);
    if (noun > 0) {
      boolean isPrior = sentence.has(PRIOR, verb + 1, noun);
      boolean isAll = sentence.has(ALL, verb + 1, noun);
      score.add(Indicator.OVERRIDE, isPrior ? 10 : isAll ? 7 : 0);
    }
    if (sentence.has(SAFETY, verb + 1, verb + CLOSE)) {
      score.add(Indicator.SAFETY, sentence.has(ALL, verb + 1, verb + CLOSE) ? 6 : 4);
    }
  }

  /** Scores {@code your previous instructions no longer apply}. */
  private static void judgeVoid(TaggedSentence sentence, int noun, InjectionScore score) {
    boolean isPrior = sentence.has(PRIOR, noun - 4, noun) || isPriorRight(sentence, noun);
    boolean isVoid = sentence.has(VOID, noun + 1, noun + FAR) || isNoLonger(sentence, noun);
    if (isPrior && isVoid && !isCited(sentence, noun)) {
      score.add(Indicator.OVERRIDE, sentence.is(noun, INSTRUCTION) ? 10 : 7);
    }
  }

  private static boolean isPriorRight(TaggedSentence sentence, int noun) {
    return sentence.has(PRIOR, noun + 1, noun + 4);
  }

  private static boolean isNoLonger(TaggedSentence sentence, int noun) {
    int longer = -1;
    for (int i = noun + 1; i < noun + FAR; i++) {
      longer = sentence.word(i).equals("longer") && sentence.is(i - 1, NEGATION) ? i : longer;
    }
    return longer > 0
        && sentence.hasWord("apply applies valid count matter hold", longer, longer + 4);
  }

  private static void judgeLeak(TaggedSentence sentence, int verb, InjectionScore score) {
    int noun = sentence.find(INSTRUCTION, verb + 1, verb + FAR - 1);
    if (noun < 0) {
      return;
    }
    if (sentence.hasWord("to in into with", verb + 1, noun)) {
      return;
    }
    boolean isSystem = sentence.has(SYSTEM, verb + 1, noun);
    boolean hasPossessive =
        sentence.hasWord("your initial original hidden full entire", verb + 1, noun);
    if (hasPossessive || (isSystem && sentence.has(PRIOR | ALL, verb + 1, noun))) {
      score.add(Indicator.PROMPT_LEAK, isSystem || hasPossessive ? 6 : 4);
    }
  }
}
