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
 * Creates identifiers and secrets. An identifier is a prefix and a monotonic ULID
 * (github.com/ulid/spec), so identifiers sort by creation time. Safe for many threads.
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

  /** Returns a new identifier, such as {@code key_01JD5Z8S4T3Q6V9X2B7N1M0KGE}. */
  public String next(String prefix) {
    return prefix + ulids.create(clock.millis());
  }

  /**
   * Returns a lower bound of all identifiers that are created at a time or later; it is greater
   * than all earlier ones.
   */
  public static String earliest(String prefix, Instant time) {
    return prefix + Ulid.min(time.toEpochMilli());
  }

  /** Returns 256 random bits in base64url, which a link or a cookie can contain. */
  public String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns uniformly distributed random characters of an alphabet. */
  public String random(String alphabet, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  /** Returns whether a text has the format of an identifier of this service. */
  public static boolean isWellFormed(String id) {
    return FORM.matcher(id).matches();
  }
}
