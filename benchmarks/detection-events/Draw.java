package events;

import java.util.List;
import java.util.Random;

/** What is drawn for examples. */
final class Draw {
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String BASE62 = LOWER + LOWER.toUpperCase() + "0123456789";

  private final Random random;

  Draw(long seed) {
    random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  String one(List<String> choices) {
    return choices.get(below(choices.size()));
  }

  String of(String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(alphabet.charAt(below(alphabet.length())));
    }
    return text.toString();
  }

  String base62(int length) {
    return of(BASE62, length);
  }

  String word() {
    return of(LOWER, 4 + below(6));
  }

  /** Fills in what a template leaves open: {word}, {host}, {inside}, {ip}, {blob}, {mail}, {n}. */
  String fill(String template) {
    String text = template;
    while (text.contains("{mail}")) {
      text = text.replaceFirst("\\{mail}", word() + "." + word() + "@" + word() + ".org");
    }
    while (text.contains("{card}")) {
      text = text.replaceFirst("\\{card}", card());
    }
    return text.replace("{word}", word())
        .replace("{host}", word() + "." + one(List.of("net", "io", "co", "xyz")))
        .replace("{inside}", word() + "." + one(List.of("internal", "corp", "local")))
        .replace("{ip}", "203.0.113." + (1 + below(250)))
        .replace("{blob}", base62(400))
        .replace("{token}", "ghp_" + token())
        .replace("{aws}", "AKIA" + of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16))
        .replace("{n}", Integer.toString(2 + below(90)));
  }

  /** GitHub's tokens end with a checksum over what stands before it. */
  private String token() {
    String body = base62(30);
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(body.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    StringBuilder sum = new StringBuilder();
    long rest = crc.getValue();
    while (sum.length() < 6) {
      sum.insert(0, digits.charAt((int) (rest % 62)));
      rest /= 62;
    }
    return body + sum;
  }

  /** A card with the right check digit. */
  private String card() {
    String body = "4" + of("0123456789", 14);
    int sum = 0;
    for (int i = 0; i < 15; i++) {
      int digit = body.charAt(i) - '0';
      int weighed = i % 2 == 0 ? digit * 2 : digit;
      sum += weighed > 9 ? weighed - 9 : weighed;
    }
    return body + (10 - sum % 10) % 10;
  }
}
