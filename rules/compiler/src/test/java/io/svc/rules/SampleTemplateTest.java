package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTemplateTest {
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  @ParameterizedTest
  @CsvSource({
    "{{base62:30}}, '[A-Za-z0-9]{30}'",
    "{{base64:30}}, '[A-Za-z0-9+/]{30}'",
    "{{base64url:30}}, '[A-Za-z0-9_-]{30}'",
    "{{hex:30}}, '[0-9a-f]{30}'",
    "{{upperhex:30}}, '[0-9A-F]{30}'",
    "{{lower:30}}, '[a-z]{30}'",
    "{{upper:30}}, '[A-Z]{30}'",
    "{{digits:30}}, '[0-9]{30}'",
    "{{alnum-lower:30}}, '[a-z0-9]{30}'",
    "{{alnum-upper:30}}, '[A-Z0-9]{30}'",
    "{{base32:30}}, '[A-Z2-7]{30}'",
    "{{uuid}}, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'",
    "{{jwt}}, 'eyJ[A-Za-z0-9_-]+\\.eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{43}'",
    "{{github-crc32:36}}, '[A-Za-z0-9]{36}'",
    "a{{hex:2}}-{{digits:3}}z, 'a[0-9a-f]{2}-[0-9]{3}z'",
    "no place, no place",
    "{{Hex:2}} {{}} {hex:2}, '\\{\\{Hex:2}} \\{\\{}} \\{hex:2}'"
  })
  void fills_each_place_with_its_alphabet(String template, String pattern) {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(SampleTemplate.fill(template, new Random(seed))).matches(pattern);
    }
  }

  @Test
  void the_same_seed_gives_the_same_sample() {
    String template = "{{base62:40}}{{uuid}}{{jwt}}";

    String once = SampleTemplate.fill(template, new Random(1));

    assertThat(SampleTemplate.fill(template, new Random(1))).isEqualTo(once);
    assertThat(SampleTemplate.fill(template, new Random(2))).isNotEqualTo(once);
  }

  @RepeatedTest(20)
  void a_token_of_github_ends_in_its_checksum(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    String token = SampleTemplate.fill("{{github-crc32:36}}", random);
    var crc = new CRC32();
    crc.update(token.substring(0, 30).getBytes(StandardCharsets.US_ASCII));

    long checksum = 0;
    for (char c : token.substring(30).toCharArray()) {
      checksum = checksum * 62 + BASE62.indexOf(c);
    }

    assertThat(checksum).isEqualTo(crc.getValue());
  }

  @Test
  void the_header_of_a_jwt_names_its_algorithm() {
    String token = SampleTemplate.fill("{{jwt}}", new Random(1));

    byte[] header = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));

    assertThat(new String(header, StandardCharsets.UTF_8)).contains("\"alg\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{base63:3}}", "{{words:3}}", "{{uuid4:3}}"})
  void refuses_an_unknown_kind(String template) {
    assertThatThrownBy(() -> SampleTemplate.fill(template, new Random(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unknown kind of place \"{{");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{hex}}", "{{base62}}", "{{github-crc32}}"})
  void refuses_a_place_without_its_length(String template) {
    assertThatThrownBy(() -> SampleTemplate.fill(template, new Random(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a length");
  }
}
