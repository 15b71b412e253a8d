package io.svc.scanner.checks.texts;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Detects invisible characters that disguise names and hide instructions: zero-width characters,
 * bidirectional controls (CVE-2021-42574) and tag characters.
 */
public final class InvisibleUnicodeDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "text/invisible-unicode",
          "invisible_unicode",
          Severity.HIGH,
          "a text contains invisible characters",
          "Delete the character, and find out how it got into the file.");

  private static final int NONE = -1;
  private static final char SOFT_HYPHEN = 0xAD;
  private static final char EMOJI_SELECTOR = 0xFE0F;
  private static final String BLACK_FLAG = "\uD83C\uDFF4";

  /** The regions in the flags of England, Scotland and Wales, which are tag characters. */
  private static final List<String> FLAGS =
      List.of(flagOf("gbeng"), flagOf("gbsct"), flagOf("gbwls"));

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    boolean isInstructions = subject.config().isInstructions();
    if (isInstructions) {
      addText(subject.config(), detections);
    }
    List<McpServer> entries =
        isInstructions ? subject.config().servers() : subject.config().entries();
    for (McpServer server : entries) {
      int character = firstInvisible(server.name());
      if (character != NONE) {
        report(character, server.nameLocation(), "the name", server, detections);
      }
      walk(server.entry(), server, detections);
    }
    return detections;
  }

  /**
   * Adds the characters of a text for the model. Single ones get into texts by copying them from
   * web pages, so only the first is reported, unless a line can contain a hidden text or is shown
   * in another order.
   */
  private static void addText(McpConfig config, List<DetectedProblem> detections) {
    Optional<DetectedProblem> first = Optional.empty();
    for (ConfigText line : textsIn(config.root(), new ArrayList<>())) {
      HiddenCharacters found = HiddenCharacters.in(line.text());
      if (found.isText() || found.isReordering()) {
        String explanation =
            found.isReordering()
                ? "that change the order in which the line is shown"
                : "that can contain a text which only a model reads";
        detections.add(
            DetectedProblem.of(
                CHECK,
                "",
                line.location(),
                "The line contains "
                    + found.count()
                    + " invisible characters "
                    + explanation
                    + ", such as "
                    + codeOf(found.first())
                    + "."));
      } else if (found.count() > 0 && first.isEmpty()) {
        first =
            Optional.of(
                DetectedProblem.of(
                        CHECK,
                        "",
                        line.location(),
                        "The line contains an invisible character (" + codeOf(found.first()) + ").")
                    .withSeverity(Severity.INFO));
      }
    }
    first.ifPresent(detections::add);
  }

  private static List<ConfigText> textsIn(ConfigNode node, List<ConfigText> texts) {
    if (node instanceof ConfigText text) {
      texts.add(text);
    } else if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        textsIn(element, texts);
      }
    } else if (node instanceof ConfigObject object) {
      for (Member member : object.members()) {
        textsIn(member.value(), texts);
      }
    }
    return texts;
  }

  private static String codeOf(int character) {
    return String.format(Locale.ROOT, "U+%04X", character);
  }

  /**
   * The invisible characters of a line.
   *
   * @param count number of them
   * @param first first one; {@link #NONE} without any
   * @param isText whether they can be the letters of a hidden text
   * @param isReordering whether one of them changes the direction of the line
   */
  private record HiddenCharacters(int count, int first, boolean isText, boolean isReordering) {
    /** Minimum number of invisible characters without a visible one between them. */
    private static final int RUN = 4;

    /** Minimum number of invisible characters in a line. */
    private static final int MANY = 16;

    static HiddenCharacters in(String text) {
      int count = 0;
      int run = 0;
      int longest = 0;
      int tags = 0;
      int first = NONE;
      boolean isReordering = false;
      for (int i = 0; i < text.length(); ) {
        int character = text.codePointAt(i);
        int flag = lengthOfFlag(text, i);
        boolean isCounted =
            character >= SOFT_HYPHEN
                && flag == 0
                && isInvisible(character)
                && !isPartOfEmoji(text, i, character)
                && !isJoiner(text, i);
        if (isCounted) {
          first = count == 0 ? character : first;
          count++;
          run++;
          longest = Math.max(longest, run);
          tags += isTag(character) ? 1 : 0;
          isReordering |= (character >= 0x202A && character <= 0x202E) || isIsolate(character);
        } else {
          run = 0;
        }
        i += Math.max(flag, Character.charCount(character));
      }
      return new HiddenCharacters(
          count, first, longest >= RUN || count >= MANY || tags > 1, isReordering && count > 0);
    }

    private static boolean isTag(int character) {
      return character >= 0xE0000 && character <= 0xE007F;
    }

    private static boolean isIsolate(int character) {
      return character >= 0x2066 && character <= 0x2069;
    }
  }

  private static void walk(ConfigNode node, McpServer server, List<DetectedProblem> detections) {
    if (node instanceof ConfigText text) {
      int character = firstInvisible(text.text());
      if (character != NONE) {
        report(character, text.location(), "`" + text.key() + "`", server, detections);
      }
    } else if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        walk(element, server, detections);
      }
    } else if (node instanceof ConfigObject object) {
      for (Member member : object.members()) {
        int character = firstInvisible(member.name());
        if (character != NONE) {
          report(character, member.location(), "the key of a setting", server, detections);
        }
        walk(member.value(), server, detections);
      }
    }
  }

  private static void report(
      int character,
      Location location,
      String description,
      McpServer server,
      List<DetectedProblem> detections) {
    detections.add(
        DetectedProblem.of(
            CHECK,
            server.name(),
            location,
            "There is an invisible character (" + codeOf(character) + ") in " + description + "."));
  }

  /** Returns the first invisible character of a text, or {@link #NONE}. */
  private static int firstInvisible(String text) {
    for (int i = 0; i < text.length(); i++) {
      // Most texts are ASCII, and no character below the soft hyphen is relevant.
      if (text.charAt(i) < SOFT_HYPHEN) {
        continue;
      }
      int character = text.codePointAt(i);
      if (isInvisible(character) && !isPartOfEmoji(text, i, character) && !isJoiner(text, i)) {
        return character;
      }
      i += Math.max(lengthOfFlag(text, i), Character.charCount(character)) - 1;
    }
    return NONE;
  }

  private static boolean isInvisible(int c) {
    return (c >= 0x200B && c <= 0x200F) // zero-width space to right-to-left mark
        || (c >= 0x202A && c <= 0x202E) // embeddings and overrides
        || (c >= 0x2060 && c <= 0x206F) // word joiner, invisible operators, isolates
        || c == 0xFEFF
        || c == SOFT_HYPHEN
        || c == 0x034F
        || c == 0x061C
        || c == 0x115F
        || c == 0x1160
        || c == 0x180E
        || c == 0x3164
        || c == 0xFFA0
        || (c >= 0xFE00 && c <= 0xFE0E) // variation selectors except the emoji selector
        || (c >= 0xE0000 && c <= 0xE01EF); // tags and further variation selectors
  }

  private static String flagOf(String region) {
    StringBuilder flag = new StringBuilder(BLACK_FLAG);
    for (int i = 0; i < region.length(); i++) {
      flag.appendCodePoint(0xE0000 + region.charAt(i));
    }
    return flag.appendCodePoint(0xE007F).toString();
  }

  /** Returns the number of chars of the flag with a region at an index; 0 without one. */
  private static int lengthOfFlag(String text, int index) {
    for (String flag : FLAGS) {
      if (text.startsWith(flag, index)) {
        return flag.length();
      }
    }
    return 0;
  }

  /** Returns whether a zero-width joiner connects the parts of an emoji. */
  private static boolean isPartOfEmoji(String text, int index, int character) {
    return character == 0x200D
        && index > 0
        && index + 1 < text.length()
        && isEmoji(text.codePointBefore(index))
        && text.charAt(index + 1) != EMOJI_SELECTOR
        && isEmoji(text.codePointAt(index + 1));
  }

  /** Returns true for a symbol, and for the selector that follows it. */
  private static boolean isEmoji(int c) {
    return c > 0x2000 && !Character.isLetter(c) && (c == EMOJI_SELECTOR || !isInvisible(c));
  }

  /**
   * Returns whether a joiner or non-joiner is between two letters of a script that uses it for
   * spelling, such as Arabic and Indian scripts (Unicode Standard, chapters 9.2 and 12.1). Latin
   * letters need none.
   */
  private static boolean isJoiner(String text, int index) {
    char c = text.charAt(index);
    if ((c != 0x200C && c != 0x200D) || index == 0 || index + 1 >= text.length()) {
      return false;
    }
    return isOfJoiningScript(text.codePointBefore(index))
        && isOfJoiningScript(text.codePointAt(index + 1));
  }

  private static boolean isOfJoiningScript(int c) {
    // The range contains Arabic, Syriac and the scripts of India. Hebrew is below it, Georgian
    // above.
    return c >= 0x0600 && c <= 0x0DFF && (Character.isLetter(c) || isMark(c));
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }
}
