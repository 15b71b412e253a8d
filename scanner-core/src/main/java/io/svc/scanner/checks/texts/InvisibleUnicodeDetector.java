package io.svc.scanner.checks.texts;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      int character = firstInvisible(server.name());
      if (character != NONE) {
        report(character, server.nameLocation(), "the name", server, detections);
      }
      walk(server.entry(), server, detections);
    }
    return detections;
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
    String code = String.format(Locale.ROOT, "U+%04X", character);
    detections.add(
        DetectedProblem.of(
            CHECK,
            server.name(),
            location,
            "There is an invisible character (" + code + ") in " + description + "."));
  }

  /** Returns the first invisible character of a text, or {@link #NONE}. */
  private static int firstInvisible(String text) {
    char[] characters = text.toCharArray();
    for (int i = 0; i < characters.length; i++) {
      // Most texts are ASCII, and no character below the soft hyphen is relevant.
      if (characters[i] < SOFT_HYPHEN) {
        continue;
      }
      int character = text.codePointAt(i);
      if (isInvisible(character) && !isPartOfEmoji(text, i, character) && !isJoiner(text, i)) {
        return character;
      }
      i += Character.charCount(character) - 1;
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

  /** Returns whether a zero-width joiner connects the parts of an emoji. */
  private static boolean isPartOfEmoji(String text, int index, int character) {
    if (character != 0x200D || index == 0) {
      return false;
    }
    int before = text.codePointBefore(index);
    return before > 0x2000 && !Character.isLetter(before);
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
