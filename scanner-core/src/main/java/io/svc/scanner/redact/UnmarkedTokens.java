package io.svc.scanner.redact;

import java.util.List;

/**
 * Finds tokens without a distinctive prefix that are identified by their content, at any place. A
 * Discord bot token starts with the bot's id, and a personal access token of Jira Data Center with
 * its number, both as decimal digits in Base64. A seed of NATS has a checksum. A bot token of
 * Telegram is the bot's id and a random text of a fixed length.
 */
final class UnmarkedTokens {
  private static final int LONGEST_TEXT = 4_096;
  private static final int DATA_CENTER_LENGTH = 44;
  private static final int DATA_CENTER_RANDOM = 20;
  private static final int FEWEST_DIGITS = 10;
  private static final int NATS_SEED_LENGTH = 58;

  private static final String TELEGRAM_NAME = "TELEGRAM_TOKEN";
  private static final int TELEGRAM_LENGTH = 35;
  private static final int SHORTEST_TELEGRAM_ID = 7;
  private static final int LONGEST_TELEGRAM_ID = 12;

  /** Discord ids are milliseconds since 2015, followed by 22 bits. */
  private static final int SHORTEST_SNOWFLAKE = 17;

  private static final int LONGEST_SNOWFLAKE = 20;

  private UnmarkedTokens() {}

  /** Returns such tokens in a text without an identifying name or keyword; usually none. */
  static List<SecretMatch> find(SecretFormatMatcher formats, String text) {
    String unescaped =
        text.length() > LONGEST_TEXT ? null : SecretFormatMatcher.withoutEscapes(text);
    String name = text.length() > LONGEST_TEXT ? "" : nameFor(unescaped == null ? text : unescaped);
    if (name.isEmpty()) {
      return List.of();
    }
    List<SecretMatch> matches = formats.find(text, name, SecretFormatMatcher.Context.NONE);
    for (SecretMatch match : matches) {
      if (!match.isVerified() && !name.equals(TELEGRAM_NAME)) {
        return List.of();
      }
    }
    return matches;
  }

  /** Returns the name under which the rules find the token in a text. */
  private static String nameFor(String text) {
    if (isNatsSeed(text)) {
      return "NATS_SEED";
    }
    if (isTelegram(text)) {
      return TELEGRAM_NAME;
    }
    for (int i = 0; i + DATA_CENTER_LENGTH <= text.length(); i++) {
      boolean isStart = i == 0 || !isDigit(text.charAt(i - 1));
      if (isStart && beginsDigits(text, i)) {
        int end = i;
        while (end < text.length() && isDigit(text.charAt(end))) {
          end++;
        }
        if (end < text.length() && text.charAt(end) == '.' && isSnowflake(text.substring(i, end))) {
          return "DISCORD_TOKEN";
        }
        if (end - i == DATA_CENTER_LENGTH && isDataCenter(text.substring(i, end))) {
          return "JIRA_TOKEN";
        }
        i = end;
      }
    }
    return "";
  }

  private static boolean isTelegram(String text) {
    for (int colon = text.indexOf(':'); colon > 0; colon = text.indexOf(':', colon + 1)) {
      int start = colon;
      while (start > 0 && Character.isDigit(text.charAt(start - 1))) {
        start--;
      }
      int end = colon + 1;
      while (end < text.length() && isUrlDigit(text.charAt(end))) {
        end++;
      }
      boolean isId = colon - start >= SHORTEST_TELEGRAM_ID && colon - start <= LONGEST_TELEGRAM_ID;
      if (isId
          && end - colon - 1 == TELEGRAM_LENGTH
          && RandomTextClassifier.isRandom(text.substring(colon + 1, end))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUrlDigit(char c) {
    return isDigit(c) && c != '+' && c != '/';
  }

  /** Tests a text of the length of a seed. The third character is always the same. */
  private static boolean isNatsSeed(String text) {
    return text.length() == NATS_SEED_LENGTH
        && text.charAt(0) == 'S'
        && text.charAt(2) == 'A'
        && KeyEncodings.isNatsSeed(text);
  }

  /**
   * Returns true if the first three bytes can be decimal digits. Two of them are decoded so far.
   */
  private static boolean beginsDigits(String text, int index) {
    char first = text.charAt(index);
    return first >= 'M' && first <= 'O' && "DTjz".indexOf(text.charAt(index + 1)) >= 0;
  }

  private static boolean isSnowflake(String encoded) {
    byte[] bytes = Base64Text.decode(encoded);
    return bytes != null
        && bytes.length >= SHORTEST_SNOWFLAKE
        && bytes.length <= LONGEST_SNOWFLAKE
        && digitsIn(bytes) == bytes.length;
  }

  private static boolean isDataCenter(String encoded) {
    byte[] bytes = Base64Text.decode(encoded);
    int digits = bytes == null ? 0 : digitsIn(bytes);
    return bytes != null
        && digits >= FEWEST_DIGITS
        && bytes.length - digits > DATA_CENTER_RANDOM - 2
        && bytes[digits] == ':';
  }

  private static int digitsIn(byte[] bytes) {
    int count = 0;
    while (count < bytes.length && bytes[count] >= '0' && bytes[count] <= '9') {
      count++;
    }
    return count;
  }

  private static boolean isDigit(char c) {
    return SecretCandidate.digit(c) >= 0;
  }
}
