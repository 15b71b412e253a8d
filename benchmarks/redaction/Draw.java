package redaction;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;

/** Random values, with checksums that do not depend on the code of the server. */
public class Draw {
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String BASE62 = LOWER + LOWER.toUpperCase() + "0123456789";

  private final Random random;

  public Draw(long seed) {
    random = new Random(seed);
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  public <T> T one(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  public String of(String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(alphabet.charAt(below(alphabet.length())));
    }
    return text.toString();
  }

  public String digits(int length) {
    return of("0123456789", length);
  }

  public String hex(int length) {
    return of("0123456789abcdef", length);
  }

  public String base62(int length) {
    return of(BASE62, length);
  }

  public String word() {
    return of(LOWER, 4 + below(6));
  }

  /** Groups of digits with one separator. */
  public static String grouped(String digits, String separator, int... lengths) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    for (int i = 0; at < digits.length(); i++) {
      int end = Math.min(digits.length(), at + lengths[Math.min(i, lengths.length - 1)]);
      text.append(at == 0 ? "" : separator).append(digits, at, end);
      at = end;
    }
    return text.toString();
  }

  /** The digits, then the check digit of Luhn. */
  public static String luhn(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int twice = i % 2 == 0 ? 2 * digit : digit;
      sum += twice > 9 ? twice - 9 : twice;
    }
    return digits + (10 - sum % 10) % 10;
  }

  /** The country, its two check digits and the number. */
  public static String iban(String country, String number) {
    StringBuilder plain = new StringBuilder();
    for (char c : (number + country + "00").toCharArray()) {
      plain.append(Character.digit(c, 36));
    }
    int rest = new BigInteger(plain.toString()).mod(BigInteger.valueOf(97)).intValue();
    return country + String.format("%02d", 98 - rest) + number;
  }
}
