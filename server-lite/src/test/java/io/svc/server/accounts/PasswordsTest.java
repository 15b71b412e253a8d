package io.svc.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PasswordsTest {
  private static final String COSTLY = "$argon2id$v=19$m=19456,t=2,p=1$";
  private static final String CHEAP = "$argon2id$v=19$m=64,t=2,p=1$";

  private final Passwords passwords = new Passwords();
  private final Passwords tests = Passwords.ofMemory(64);

  @Test
  void a_hash_has_the_advised_cost_and_a_salt_of_its_own() {
    String hash = passwords.hash("plenty of horses 7");

    assertThat(hash).startsWith(COSTLY).isNotEqualTo(passwords.hash("plenty of horses 7"));
    assertThat(passwords.isOutdated(hash)).isFalse();
    assertThat(passwords.matches("plenty of horses 7", Optional.of(hash))).isTrue();
    assertThat(passwords.matches("plenty of horses 8", Optional.of(hash))).isFalse();
  }

  @Test
  void what_leaked_elsewhere_is_no_password() {
    for (String leaked : List.of("password", "Trustno1", "iloveyou", "qwertyuiop", "1q2w3e4r5t")) {
      assertThat(passwords.problem(leaked, "", "")).as(leaked).isPresent();
    }
  }

  @Test
  void names_with_digits_and_signs_around_them_are_no_passwords() {
    for (String name : List.of("Preflight2026!", "svc-server-1", "dana12345", "$$example$$")) {
      assertThat(passwords.problem(name, "dana", "d@example.com")).as(name).isPresent();
    }
    assertThat(passwords.problem("dana keeps horses", "dana", "d@example.com")).isEmpty();
  }

  @Test
  void a_long_one_of_any_characters_is_taken_as_it_is() {
    for (String phrase :
        List.of(
            "nur kleine buchstaben",
            "12 34 98 76 55",
            "\u00e9t\u00e9 \u2603 hiver",
            "z9q?".repeat(32))) {
      assertThat(passwords.problem(phrase, "dana", "d@example.com")).as(phrase).isEmpty();
      assertThat(tests.matches(phrase, Optional.of(tests.hash(phrase)))).isTrue();
      assertThat(tests.matches(phrase + " ", Optional.of(tests.hash(phrase)))).isFalse();
    }
  }

  @Test
  void who_has_no_password_is_compared_at_the_same_cost() {
    assertThat(Passwords.NOBODYS).startsWith(COSTLY);
    assertThat(passwords.isOutdated(Passwords.NOBODYS)).isFalse();
    assertThat(passwords.matches("", Optional.empty())).isFalse();
  }

  @Test
  void a_hash_of_another_cost_is_verified_and_marked_as_outdated() {
    String hash = tests.hash("plenty of horses 7");

    assertThat(hash).startsWith(CHEAP);
    assertThat(passwords.matches("plenty of horses 7", Optional.of(hash))).isTrue();
    assertThat(passwords.isOutdated(hash)).isTrue();
    assertThat(tests.isOutdated(hash)).isFalse();
  }

  @Test
  void releases_the_memory_of_a_computation() {
    Argon2Function first = Argon2Function.getInstance(64, 2, 1, 32, Argon2.ID);

    assertThat(tests.matches("x", Optional.of(tests.hash("x")))).isTrue();

    assertThat(Argon2Function.getInstance(64, 2, 1, 32, Argon2.ID)).isNotSameAs(first);
  }

  @Test
  void what_is_no_hash_matches_nothing() {
    assertThat(passwords.matches("x", Optional.of("$argon2id$nothing"))).isFalse();
  }
}
