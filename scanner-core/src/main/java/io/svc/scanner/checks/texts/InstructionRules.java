package io.svc.scanner.checks.texts;

import static io.svc.scanner.checks.texts.InjectionWords.ADDRESS;
import static io.svc.scanner.checks.texts.InjectionWords.KNOW;
import static io.svc.scanner.checks.texts.InjectionWords.NEGATION;
import static io.svc.scanner.checks.texts.InjectionWords.SEND;
import static io.svc.scanner.checks.texts.InjectionWords.TELL;
import static io.svc.scanner.checks.texts.InjectionWords.USER;
import static io.svc.scanner.checks.texts.InjectionWords.WITHOUT;

import io.svc.scanner.checks.texts.InjectionScore.Indicator;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges a text that a client passes to its model, such as a section of {@code CLAUDE.md}. Such a
 * text consists of instructions, so no single indicator is a problem: only a combination that no
 * author has a use for, such as reading credentials and sending them to an address.
 */
final class InstructionRules {
  private static final int NEAR = 4;
  private static final int FAR = 12;

  private static final String INSERTING =
      "add insert include inject embed append load import put place";
  private static final String REPORTS =
      "mention reference log explain comment disclose reveal report note describe list discuss";

  /** Secrets that no program asks its users to send. */
  private static final String PRECIOUS =
      "wallet wallets mnemonic passphrase passwords cookies keychain ssh credentials secrets";

  private static final String SETTING =
      "set add enable turn write change update edit switch configure";
  private static final String PUBLIC = "commit commits gist public pastebin webhook";

  private InstructionRules() {}

  /**
   * Returns what a text instructs the model to do, as ends of a sentence; empty for a harmless
   * text.
   */
  static List<String> judge(String text, boolean isHidden) {
    InjectionScore score = new InjectionScore();
    SentenceReader reader = new SentenceReader(FoldedText.of(text));
    TaggedSentence sentence = new TaggedSentence();
    while (reader.next(sentence)) {
      OverrideRules.judge(sentence, score);
      ConcealRules.judge(sentence, score);
      ExfiltrationRules.judge(sentence, score);
      judge(sentence, score);
      List<String> words = words(score, isHidden);
      if (!words.isEmpty()) {
        return words;
      }
      score.endSentence();
    }
    return List.of();
  }

  private static void judge(TaggedSentence sentence, InjectionScore score) {
    for (int i = 0; i < sentence.size(); i++) {
      String word = sentence.word(i);
      if (sentence.isDenied(i)) {
        continue;
      }
      if (sentence.is(i, SEND)
          && TaggedSentence.isOneOf(sentence.word(i + 1), "them it these everything")
          && sentence.has(ADDRESS, i + 1, i + FAR)
          && sentence.hasWord(PRECIOUS, 0, i)) {
        score.add(Indicator.SEND, 6);
        score.add(Indicator.DESTINATION, 5);
      }
      if (TaggedSentence.isOneOf(word, "upload transmit exfiltrate forward")
          && sentence.has(ADDRESS, i + 1, i + FAR)
          && !OverrideRules.isOffered(sentence, i)) {
        score.add(Indicator.SEND, 3);
        score.add(Indicator.DESTINATION, 4);
      } else if (word.equals("keep")
          && sentence.hasWord("quiet silent secret hidden", i + 1, i + NEAR)
          && sentence.has(USER, i + 2, i + 2 * NEAR)) {
        score.add(Indicator.CONCEAL, 8);
      }
      if (TaggedSentence.isOneOf(word, INSERTING)
          && sentence.has(ADDRESS, i + 1, i + FAR)
          && !OverrideRules.isOffered(sentence, i)) {
        score.add(Indicator.INSERT, 5);
      } else if (sentence.is(i, NEGATION)) {
        judgeSilence(sentence, i, score);
      } else if (sentence.is(i, WITHOUT)
          && sentence.has(KNOW, i + 1, i + NEAR)
          && sentence.has(USER, i + 2, i + 2 * NEAR)) {
        score.add(Indicator.CONCEAL, 10);
      } else if (TaggedSentence.isOneOf(word, SETTING) && turnsOffApprovals(sentence, i)) {
        score.add(Indicator.APPROVAL, 5);
      } else if (TaggedSentence.isOneOf(word, PUBLIC) && score.weightOf(Indicator.SEND) >= 6) {
        score.add(Indicator.DESTINATION, 4);
      }
    }
  }

  /** Scores {@code never mention this step in the summary}. */
  private static void judgeSilence(TaggedSentence sentence, int denial, InjectionScore score) {
    for (int i = denial + 1; i < denial + NEAR; i++) {
      boolean isReport = TaggedSentence.isOneOf(sentence.word(i), REPORTS) || sentence.is(i, TELL);
      if (isReport && sentence.hasWord("this these it that them", i + 1, i + NEAR)) {
        score.add(Indicator.CONCEAL, 8);
      }
    }
  }

  private static boolean turnsOffApprovals(TaggedSentence sentence, int verb) {
    for (int i = verb + 1; i < verb + FAR; i++) {
      String word = sentence.word(i);
      String next = sentence.word(i + 1);
      boolean isOff =
          (word.equals("auto") && next.startsWith("approve"))
              || word.equals("autoapprove")
              || (word.equals("dangerously") && next.equals("skip"))
              || (word.equals("bypass") && next.equals("permissions"))
              || (word.equals("danger") && next.equals("full"))
              || word.equals("yolo");
      if (isOff) {
        return true;
      }
    }
    return false;
  }

  private static List<String> words(InjectionScore score, boolean isHidden) {
    int conceal = score.weightOf(Indicator.CONCEAL);
    int secret = score.weightOf(Indicator.READ_SECRET);
    int send = score.weightOf(Indicator.SEND);
    boolean isSent = send >= 3 && score.weightOf(Indicator.DESTINATION) >= 4;
    boolean isStolen = isSent && (secret >= 4 || send >= 6);
    boolean isRun = score.weightOf(Indicator.RUN) >= 5;
    boolean isUnsafe = score.weightOf(Indicator.SAFETY) >= 6;
    boolean isOverridden = score.weightOf(Indicator.OVERRIDE) >= (isHidden ? 8 : 10);
    boolean isApproved = score.weightOf(Indicator.APPROVAL) > 0;
    boolean isInserted = score.weightOf(Indicator.INSERT) > 0;
    boolean isRedirected = score.weightOf(Indicator.REDIRECT) >= 8;
    boolean isAct =
        isStolen || isSent || secret >= 5 || isRun || isApproved || isInserted || isRedirected;
    boolean isConcealed = conceal >= (isHidden ? 5 : 8);
    boolean isFound =
        isStolen
            || (isConcealed && (isAct || isOverridden || isUnsafe))
            || (isOverridden && (isAct || isUnsafe || conceal >= 6))
            || (isApproved && (score.weightOf(Indicator.CONSENT) >= 3 || conceal >= 5))
            || (isHidden && (isOverridden || isRun || isSent || secret >= 6 || conceal >= 8));
    List<String> words = new ArrayList<>();
    if (isFound) {
      add(words, "to disregard other instructions", isOverridden);
      add(words, "to read secrets", secret >= 4 || (isStolen && send >= 6));
      add(words, "to send data to another place", isSent);
      add(words, "to redirect messages or payments", isRedirected);
      add(words, "to run a command", isRun);
      add(words, "to add content from an address", isInserted);
      add(words, "to turn off approvals or safeguards", isApproved || isUnsafe);
      add(words, "to hide something from you", conceal >= 5);
    }
    return words;
  }

  private static void add(List<String> words, String explanation, boolean isTrue) {
    if (isTrue) {
      words.add(explanation);
    }
  }
}
