package io.svc.server.accounts;

import com.nulabinc.zxcvbn.StandardDictionaries;
import com.password4j.Argon2Function;
import com.password4j.BadParametersException;
import com.password4j.types.Argon2;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.secrets.Argon2Memory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Passwords: Argon2id with 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet). The
 * number of concurrent computations is limited, so that many sign-ins cannot exhaust the memory.
 * Safe for many threads.
 */
public final class Passwords {
  /** The minimum length. */
  public static final int SHORTEST = 8;

  /** The maximum length. */
  public static final int LONGEST = 128;

  private static final int MEMORY_KIB = 19_456;

  /** A dummy hash for users without a password, so that the check takes the same time. */
  static final String NOBODYS =
      "$argon2id$v=19$m=19456,t=2,p=1$aAUbklnEc5gJBsSX3UsBvg$LTOKOM"
          + "1vhyL4cX8HA0Z2AIyDF1QT1SnpxvuT8GDjF+A";

  private static final Pattern LETTERS_ONLY = Pattern.compile("\\P{L}");
  private static final Pattern SEPARATORS = Pattern.compile("\\P{L}+");

  private static final int AT_ONCE = 2;
  private static final long TIMEOUT_SECONDS = 10;

  private final int memoryKib;
  private final String nobodys;
  private final Semaphore permits = new Semaphore(AT_ONCE, true);

  /** Words of this product, which its users are likely to choose. */
  private static final Set<String> PRODUCT_WORDS =
      Set.of("preflight", "svcpreflight", "svcserver", "svcadmin", "preflightadmin");

  /** Loaded when the first password is chosen, which most server starts never need. */
  private static final class Common {
    static final Set<String> WORDS = common();
  }

  public Passwords() {
    this(MEMORY_KIB, NOBODYS);
  }

  private Passwords(int memoryKib, String nobodys) {
    this.memoryKib = memoryKib;
    this.nobodys = nobodys;
  }

  /** Returns passwords whose new hashes use a given amount of memory, for faster tests. */
  public static Passwords ofMemory(int kib) {
    return new Passwords(kib, function(kib).hash("nobody's").getResult());
  }

  private static Argon2Function function(int memoryKib) {
    return Argon2Function.getInstance(memoryKib, 2, 1, 32, Argon2.ID);
  }

  /**
   * The product's words, and the leaked passwords of zxcvbn, including some 11,000 that are long
   * enough.
   */
  private static Set<String> common() {
    try (InputStream in = Passwords.class.getResourceAsStream("common-passwords.txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      Set<String> words = new HashSet<>();
      StandardDictionaries.PASSWORDS_LOADER.load().getFrequencies().stream()
          .filter(word -> word.length() >= SHORTEST)
          .forEach(words::add);
      lines.lines().filter(line -> !line.startsWith("#")).forEach(words::add);
      return words;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns why a new password is rejected, for its owner; the message does not contain it. */
  public Optional<String> problem(String password, String username, String email) {
    if (password.length() < SHORTEST || password.length() > LONGEST) {
      return Optional.of(
          "The password must have "
              + SHORTEST
              + " to "
              + LONGEST
              + " characters; 15 or more are"
              + " advised.");
    }
    String folded = password.toLowerCase(Locale.ROOT);
    if (Common.WORDS.contains(folded) || folded.chars().distinct().count() < 3) {
      return Optional.of("This password is too common. Choose a different one.");
    }
    if (folded.equals(Accounts.key(username)) || folded.equals(Accounts.key(email))) {
      return Optional.of("The password must not be the username or the e-mail address.");
    }
    if (isName(LETTERS_ONLY.matcher(folded).replaceAll(""), username, email)) {
      return Optional.of(
          "The password must not be the product name, the username or the e-mail address with"
              + " added digits or symbols.");
    }
    return Optional.empty();
  }

  private static boolean isName(String letters, String username, String email) {
    return !letters.isEmpty()
        && (PRODUCT_WORDS.contains(letters)
            || Stream.of(username, email)
                .flatMap(name -> Stream.of(SEPARATORS.split(Accounts.key(name))))
                .anyMatch(letters::equals));
  }

  /** Returns a hash with its salt and parameters, in PHC string format. */
  public String hash(String password) {
    return runWithPermit(() -> function(memoryKib).hash(password).getResult());
  }

  /** Returns whether the password is correct; without a hash it is not, after the same time. */
  public boolean matches(String password, Optional<String> hash) {
    String against = hash.orElse(nobodys);
    return runWithPermit(() -> isOf(password, against)) && hash.isPresent();
  }

  private static boolean isOf(String password, String hash) {
    try {
      return Argon2Function.getInstanceFromHash(hash).check(password, hash);
    } catch (BadParametersException e) {
      return false;
    }
  }

  /** Returns whether a hash has outdated parameters. */
  public boolean isOutdated(String hash) {
    return !hash.startsWith("$argon2id$v=19$m=" + memoryKib + ",t=2,p=1$");
  }

  private <T> T runWithPermit(java.util.function.Supplier<T> work) {
    try {
      if (!permits.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw ApiException.retryAfter(
            ErrorCode.RATE_LIMITED, "Too many sign-ins are in progress. Try again.", 5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    try {
      return work.get();
    } finally {
      permits.release();
      Argon2Memory.release();
    }
  }
}
