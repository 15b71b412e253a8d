package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.rules.Severity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$2a$10${{base62:53}}",
        "$2b$12$a{{base62:52}}",
        "$2y$10$1{{base62:52}}",
        "$$2y$$10$$a{{base62:52}}",
        "$argon2id$v=19$m=65536,t=3,p=4${{base64:22}}${{base64:43}}",
        "$6${{base62:16}}${{base62:86}}",
        "$6$rounds=5000${{base62:16}}${{base62:86}}",
        "$5${{base62:16}}${{base62:43}}",
        "$y$j9T${{base62:22}}${{base62:43}}",
        "$apr1${{base62:8}}${{base62:22}}",
        "admin:$apr1${{base62:8}}${{base62:22}}",
        "dana@example.com:$2y$05${{base62:53}}",
        "admin:{SHA}{{base64:27}}=",
        "$pbkdf2-sha256$29000${{base62:22}}${{base62:43}}",
        "{SSHA}{{base64:40}}",
        "pbkdf2_sha256$600000${{base62:22}}${{base64:43}}=",
        "scrypt:32768:8:1${{base62:16}}${{hex:128}}",
        "pbkdf2:sha256:600000${{base62:16}}${{hex:64}}"
      })
  void a_hash_of_a_password_is_found_with_medium_severity(String template) {
    for (int seed = 0; seed < 20; seed++) {
      String hash = TestSecrets.of(template, seed);

      assertThat(TestSecrets.findInEnv("ADMIN_PASSWORD", hash))
          .as(hash)
          .extracting(FoundSecret::ruleId, FoundSecret::severity, FoundSecret::value)
          .containsExactly(tuple("secrets/password-hash", Severity.MEDIUM, hash));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "$2b$",
        "$2b$10$short",
        "$9$10${{base62:53}}",
        "admin:$9$10${{base62:53}}",
        "ad min:$2y$05${{base62:53}}",
        "admin:{{base62:53}}",
        "$PASSWORD",
        "{SSHA}",
        "${ADMIN_PASSWORD_HASH_FROM_THE_ENVIRONMENT}",
        "$2b$10${{base62:20}} {{base62:30}}",
        "scrypted-password-of-somebody"
      })
  void other_texts_are_no_hashes(String template) {
    assertThat(PasswordHashes.isPasswordHash(TestSecrets.of(template))).isFalse();
  }
}
