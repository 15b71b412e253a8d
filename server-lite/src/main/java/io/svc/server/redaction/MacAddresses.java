package io.svc.server.redaction;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses of network interfaces (IEEE 802, EUI-48): six pairs of hexadecimal digits, or three
 * groups of four, as some routers print them. All zeros and all ones are not addresses of an
 * interface.
 */
final class MacAddresses implements Recognizer {
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?<![A-Za-z0-9:.-])(?:[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\\1){4}[0-9A-Fa-f]{2}"
              + "|(?:[0-9A-Fa-f]{4}\\.){2}[0-9A-Fa-f]{4})(?![A-Za-z0-9]|[:-][0-9A-Fa-f]{2}|\\.[0-9])");

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    String text = passage.text();
    if (text.indexOf(':') < 0 && text.indexOf('-') < 0 && text.indexOf('.') < 0) {
      return;
    }
    Matcher address = ADDRESS.matcher(text);
    while (address.find()) {
      String value = address.group();
      boolean hasLetter = value.chars().anyMatch(Character::isLetter);
      boolean isUnassigned =
          value.chars().allMatch(c -> c == '0' || !Character.isLetterOrDigit(c))
              || value.chars().allMatch(c -> c == 'f' || c == 'F' || !Character.isLetterOrDigit(c));
      if (!isUnassigned) {
        double score = value.indexOf(':') >= 0 ? 0.95 : hasLetter ? 0.85 : 0.4;
        matches.add(EntityType.MAC_ADDRESS, address.start(), address.end(), score);
      }
    }
  }
}
