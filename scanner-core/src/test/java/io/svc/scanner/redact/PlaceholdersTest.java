package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {
  @SuppressWarnings("unused") // Named by @FieldSource.
  static final List<String> SPELLINGS = Spellings.PLACEHOLDERS;

  @ParameterizedTest
  @FieldSource("SPELLINGS")
  void every_spelling_met_in_the_wild_is_a_placeholder(String text) {
    assertThat(Placeholders.isPlaceholder(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sk-<your-key>",
        "ghp_<TOKEN>",
        "https://<project>.supabase.co",
        "<x>",
        "(ask your administrator!)",
        "[INSERT KEY HERE!]",
        "{api.key}",
        "__TOKEN__",
        "<|endoftext|>,<|im_end|>",
        "dein_passwort",
        "mein-passwort",
        "votre-mot-de-passe",
        "tu_contrase\u00f1a",
        "sua_senha",
        "mijn-wachtwoord"
      })
  void brackets_and_words_of_other_languages_are_placeholders(String text) {
    assertThat(Placeholders.isPlaceholder(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"base62", "hex", "base64url", "alnum-lower", "base32"})
  void a_random_text_is_none_whatever_letters_it_happens_to_have(String alphabet) {
    int wrong = 0;
    for (int length = 20; length <= 64; length++) {
      for (int seed = 0; seed < 100; seed++) {
        String sample = TestSecrets.of("{{" + alphabet + ":" + length + "}}", seed);
        wrong += Placeholders.isPlaceholder(sample) ? 1 : 0;
      }
    }

    assertThat(wrong).isLessThanOrEqualTo(5);
  }

  @Test
  void a_word_of_a_placeholder_within_a_random_text_does_not_hide_it() {
    for (String word : new String[] {"Foo", "foo", "get", "SET", "xxx", "here", "BAR", "none"}) {
      String text = TestSecrets.of("{{base62:18}}" + word + "{{base62:18}}");

      assertThat(Placeholders.isPlaceholder(text)).as(text).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hunter2",
        "correct-horse-battery",
        "Sommer2024!",
        "p4ssw0rd!",
        "s3cr3t&Pa55",
        "postgres",
        "aB<3x9>k!2Q#",
        "x7<k>Kq2!mPz9RtW",
        "[9k$!m2)x&7q]",
        "{k9!x2#m&q7)z}",
        "(t7*u5b#n3&j=p)"
      })
  void a_password_of_a_person_is_none(String text) {
    assertThat(Placeholders.isPlaceholder(text)).isFalse();
  }
}
