package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Rule;
import io.svc.scanner.redact.Structure.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructureTest {
  @RepeatedTest(50)
  void a_right_checksum_confirms(RepetitionInfo repetition) {
    String token = TestSecrets.of("ghp_{{github-crc32:36}}", repetition.getCurrentRepetition());

    assertThat(Structure.test(Rule.StructureTest.GITHUB_CRC32, token)).isEqualTo(Verdict.CONFIRMED);
  }

  @Test
  void a_wrong_checksum_leaves_the_matter_open() {
    String token = TestSecrets.of("ghp_{{github-crc32:36}}");
    char last = token.charAt(token.length() - 1);
    String wrong = token.substring(0, token.length() - 1) + (last == 'a' ? 'b' : 'a');

    assertThat(Structure.test(Rule.StructureTest.GITHUB_CRC32, wrong)).isEqualTo(Verdict.OPEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_", "ghp_", "ghp_abcdef", "abc", "npm_******"})
  void a_token_too_short_for_a_checksum_is_open(String token) {
    assertThat(Structure.test(Rule.StructureTest.GITHUB_CRC32, token)).isEqualTo(Verdict.OPEN);
  }

  @Test
  void a_token_with_an_algorithm_is_a_jwt() {
    assertThat(Structure.test(Rule.StructureTest.JWT, TestSecrets.of("{{jwt}}")))
        .isEqualTo(Verdict.CONFIRMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"role\":\"anon\"}",
        "{\"role\": \"anon\", \"iss\": \"supabase\"}",
        "{ \"iss\":\"supabase\",\t\"role\" :\"anon\" }",
        "{\"iss\":\"supabase\",\n\"role\":\n\"anon\"}"
      })
  void a_token_for_everybody_is_no_secret(String claims) {
    assertThat(Structure.test(Rule.StructureTest.JWT, jwt("{\"alg\":\"HS256\"}", claims)))
        .isEqualTo(Verdict.REFUTED);
  }

  @Test
  void a_role_of_another_name_is_a_secret() {
    String token = jwt("{\"alg\":\"HS256\"}", "{\"role\":\"service_role\"}");

    assertThat(Structure.test(Rule.StructureTest.JWT, token)).isEqualTo(Verdict.CONFIRMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "eyJ", "eyJ.eyJ.x", "not.a.token", "e30.e30.x", "!!!.???.x"})
  void a_text_without_an_algorithm_is_no_jwt(String text) {
    assertThat(Structure.test(Rule.StructureTest.JWT, text)).isEqualTo(Verdict.REFUTED);
  }

  @Test
  void the_key_ids_of_the_documentation_are_no_secret() {
    String sample = TestSecrets.of("AKIA{{base32:9}}") + "EXAMPLE";

    assertThat(Structure.test(Rule.StructureTest.AWS_KEY_ID, sample)).isEqualTo(Verdict.REFUTED);
    assertThat(Structure.test(Rule.StructureTest.AWS_KEY_ID, TestSecrets.of("AKIA{{base32:16}}")))
        .isEqualTo(Verdict.OPEN);
  }

  private static String jwt(String header, String claims) {
    return base64(header) + "." + base64(claims) + "." + TestSecrets.of("{{base64url:43}}");
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
