package io.svc.server.redaction;

import java.util.List;
import org.apache.commons.validator.routines.InetAddressValidator;

/**
 * IP addresses: four decimal numbers, and the forms of RFC 4291, section 2.2. Loopback, unspecified
 * and broadcast addresses identify no one and get a low score, and so do version numbers.
 */
final class IpAddresses implements Recognizer {
  private static final int LONGEST_FOUR = 15;
  private static final int LONGEST_SIX = 45;
  private static final double ADDRESS = 0.8;
  private static final double SPECIAL_ADDRESS = 0.2;

  private static final InetAddressValidator VALIDATOR = InetAddressValidator.getInstance();

  private static final ContextWords VERSION =
      new ContextWords(
          List.of("v", "ver", "rev", "oid", "section", "chapter", "§"),
          List.of("version", "release", "build", "revision", "firmware", "assembly", "kapitel"));

  private static final List<String> SPECIAL_ADDRESSES =
      List.of("0.0.0.0", "127.0.0.1", "255.255.255.255", "::", "::1");

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    findFour(passage, matches);
    findSix(passage, matches);
  }

  private static void findFour(TextWithContext passage, RecognitionCollector matches) {
    int[] groups = passage.groups();
    for (int i = 0; i + 7 < groups.length; i += 2) {
      int start = groups[i];
      int end = groups[i + 7];
      boolean isDotted = end - start <= LONGEST_FOUR;
      for (int j = i; isDotted && j < i + 6; j += 2) {
        isDotted = groups[j + 2] - groups[j + 1] == 1 && passage.at(groups[j + 1]) == '.';
      }
      if (isDotted && passage.startsNumber(start) && passage.endsNumber(end)) {
        judgeFour(passage, start, end, matches);
      }
    }
  }

  private static void judgeFour(
      TextWithContext passage, int start, int end, RecognitionCollector matches) {
    String value = passage.text().substring(start, end);
    if (VALIDATOR.isValidInet4Address(value)) {
      boolean isVersion = passage.isClosest(VERSION, start, end);
      double score = SPECIAL_ADDRESSES.contains(value) || isVersion ? SPECIAL_ADDRESS : ADDRESS;
      matches.add(EntityType.IP_ADDRESS, start, end, score);
    }
  }

  private static void findSix(TextWithContext passage, RecognitionCollector matches) {
    int i = 0;
    while (i < passage.length()) {
      int end = i;
      int colons = 0;
      while (isPart(passage.at(end))) {
        colons += passage.at(end) == ':' ? 1 : 0;
        end++;
      }
      if (colons > 1) {
        judgeSix(passage, i, end, matches);
      }
      i = end + 1;
    }
  }

  private static boolean isPart(char c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'f')
        || (c >= 'A' && c <= 'F')
        || c == ':'
        || c == '.';
  }

  private static void judgeSix(
      TextWithContext passage, int from, int to, RecognitionCollector matches) {
    int start = from;
    int end = to;
    while (end > start && (passage.at(end - 1) == '.' || isLastColon(passage, start, end))) {
      end--;
    }
    if (passage.at(start) == ':' && passage.at(start + 1) != ':') {
      start++;
    }
    boolean isSeparateWord = !passage.isWordAt(end) && !passage.isWordAt(start - 1);
    if (isSeparateWord && end - start <= LONGEST_SIX) {
      String value = passage.text().substring(start, end);
      if (VALIDATOR.isValidInet6Address(value)) {
        matches.add(EntityType.IP_ADDRESS, start, end, scoreOfSix(value));
      }
    }
  }

  /** A colon that ends a clause, not part of the address. */
  private static boolean isLastColon(TextWithContext passage, int start, int end) {
    return passage.at(end - 1) == ':' && end - start > 2 && passage.at(end - 2) != ':';
  }

  /** {@code dead::beef} may be a name in a program. */
  private static double scoreOfSix(String value) {
    boolean hasDigit = value.chars().anyMatch(c -> c >= '0' && c <= '9');
    long colons = value.chars().filter(c -> c == ':').count();
    if (SPECIAL_ADDRESSES.contains(value)) {
      return SPECIAL_ADDRESS;
    }
    return hasDigit && colons > 2 ? 0.95 : hasDigit ? 0.6 : 0.3;
  }
}
