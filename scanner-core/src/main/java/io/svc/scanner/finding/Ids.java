package io.svc.scanner.finding;

import java.time.Clock;
import java.util.SplittableRandom;

/**
 * Generates sortable identifiers: a prefix and a ULID (github.com/ulid/spec). A ULID has 26
 * characters of Crockford's base 32; the first ten encode the time in milliseconds. Consecutive
 * identifiers are in ascending order, also within a millisecond. Thread-safe.
 */
public final class Ids {
  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final int TIME_CHARACTERS = 10;
  private static final int RANDOM_CHARACTERS = 16;

  /** Leaves room to increment within a millisecond without overflow of the random part. */
  private static final int TOP_BITS = 0x7F;

  private final Clock clock;
  private final SplittableRandom random;
  private final byte[] tail = new byte[10];
  private long lastMillis = -1;

  /** Creates a generator that reads the time from a clock. */
  public Ids(Clock clock) {
    this.clock = clock;
    // Processes that start at the same time differ in the addresses of their objects.
    this.random =
        new SplittableRandom(
            new SplittableRandom().nextLong()
                ^ System.nanoTime()
                ^ ((long) System.identityHashCode(this) << 32));
  }

  /** Returns the next identifier, such as {@code fnd_01JD5Z8S4T3Q6V9X2B7N1M0KGE}. */
  public synchronized String next(String prefix) {
    long millis = Math.max(clock.millis(), lastMillis);
    if (millis == lastMillis) {
      increment();
    } else {
      lastMillis = millis;
      random.nextBytes(tail);
      tail[0] &= TOP_BITS;
    }
    StringBuilder id = new StringBuilder(prefix.length() + TIME_CHARACTERS + RANDOM_CHARACTERS);
    id.append(prefix);
    for (int i = TIME_CHARACTERS - 1; i >= 0; i--) {
      id.append(ALPHABET[(int) (millis >>> (5 * i)) & 31]);
    }
    for (int bit = 0; bit < 80; bit += 5) {
      int pair = (tail[bit / 8] & 0xFF) << 8 | (bit / 8 + 1 < 10 ? tail[bit / 8 + 1] & 0xFF : 0);
      id.append(ALPHABET[pair >>> (11 - bit % 8) & 31]);
    }
    return id.toString();
  }

  private void increment() {
    for (int i = tail.length - 1; i >= 0; i--) {
      if (++tail[i] != 0) {
        return;
      }
    }
  }
}
