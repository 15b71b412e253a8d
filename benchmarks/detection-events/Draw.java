package events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** Random values of examples. */
final class Draw extends redaction.Draw {
  Draw(long seed) {
    super(seed);
  }

  /** Fills the slots of a template: {word}, {host}, {inside}, {ip}, {blob}, {mail}, {n}. */
  String fill(String template) {
    String text = template;
    while (text.contains("{mail}")) {
      text = text.replaceFirst("\\{mail}", word() + "." + word() + "@" + word() + ".org");
    }
    while (text.contains("{card}")) {
      text = text.replaceFirst("\\{card}", luhn("4" + digits(14)));
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

  /** The content of a token of GitHub, which ends with a checksum. */
  private String token() {
    String body = base62(30);
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.US_ASCII));
    String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    StringBuilder sum = new StringBuilder();
    long rest = crc.getValue();
    while (sum.length() < 6) {
      sum.insert(0, digits.charAt((int) (rest % 62)));
      rest /= 62;
    }
    return body + sum;
  }
}
