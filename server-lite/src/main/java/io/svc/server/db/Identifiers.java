package io.svc.server.db;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidFactory;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Makes identifiers and secrets. Identifiers are a prefix and a monotonic ULID
 * (github.com/ulid/spec), so that they sort by the time they were made. Safe for many threads.
 */
public final class Identifiers {
  private static final Pattern FORM = Pattern.compile("[a-z]{3,4}_[0-9A-HJKMNP-TV-Z]{26}");
  private static final int TOKEN_BYTES = 32;

  private final SecureRandom random = new SecureRandom();
  private final UlidFactory ulids;
  private final Clock clock;

  public Identifiers(Clock clock) {
    this.clock = clock;
    this.ulids = UlidFactory.newMonotonicInstance((LongSupplier) random::nextLong);
  }

  /** The next identifier, such as {@code key_01JD5Z8S4T3Q6V9X2B7N1M0KGE}. */
  public String next(String prefix) {
    return prefix + ulids.create(clock.millis());
  }

  /** Before every identifier that was or will be made at a time or later, and behind all others. */
  public static String earliest(String prefix, Instant time) {
    return prefix + Ulid.min(time.toEpochMilli());
  }

  /** 256 random bits in base64url, which a link or a cookie can carry. */
  public String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Random characters of an alphabet, each as likely as the others. */
  public String random(String alphabet, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  /** Whether a text can be an identifier of this service at all. */
  public static boolean isWellFormed(String id) {
    return FORM.matcher(id).matches();
  }
}
