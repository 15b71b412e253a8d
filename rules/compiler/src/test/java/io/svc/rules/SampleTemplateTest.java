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
    "{{begin}}{{base62:30}}{{crc32-base62}}, '[A-Za-z0-9]{36}'",
    "{{base58:30}}, '[1-9A-HJ-NP-Za-km-z]{30}'",
    "{{bech32:30}}, '[02-9ac-hj-np-z]{30}'",
    "{{bech32-upper:30}}, '[02-9AC-HJ-NP-Z]{30}'",
    "{{base64-bytes:32}}, '[A-Za-z0-9+/]{43}='",
    "{{der:150}}, 'MII[A-Za-z0-9+/]{197}'",
    "{{aws-key-id}}, '[Q-Z2-7][A-Z2-7]{15}'",
    "{{azure-devops-pat}}, '[a-z2-7]{52}'",
    "{{bitcoin-wif}}, '[KL][1-9A-HJ-NP-Za-km-z]{51}'",
    "{{extended-key}}, 'xprv[1-9A-HJ-NP-Za-km-z]{107}'",
    "{{stellar-seed}}, 'S[A-Z2-7]{55}'",
    "{{nats-seed}}, 'SUA[A-Z2-7]{55}'",
    "{{sts-token}}, 'IQoJb3JpZ2luX2VjE[A-Za-z0-9+/]{600,800}={0,2}'",
    "{{minisign-key}}, 'RWQAAEIy[A-Za-z0-9+/]{203}='",
    "{{signify-key}}, 'RWRCSwAAAA[A-Za-z0-9+/]{129}='",
    "{{pypi-macaroon}}, 'AgEIcHlwaS5vcmc[A-Za-z0-9_-]{130,150}'",
    "{{curve25519}}, '[A-Za-z0-9+/]{43}='",
    "{{begin}}x{{hex:9}}{{crc32-hex}}, 'x[0-9a-f]{17}'",
    "{{begin}}x{{hex:9}}{{crc32-hex-reversed}}, 'x[0-9a-f]{17}'",
    "{{begin}}x{{hex:9}}{{crc32-upperhex}}, 'x[0-9a-f]{9}[0-9A-F]{8}'",
    "{{begin}}x{{hex:9}}{{crc32-base36}}, 'x[0-9a-f]{9}[0-9a-z]{7}'",
    "{{begin}}nsec1{{bech32:52}}{{bech32-checksum}}, 'nsec1[02-9ac-hj-np-z]{58}'",
    "{{begin}}A1{{bech32-upper:52}}{{bech32-checksum}}, 'A1[02-9AC-HJ-NP-Z]{58}'",
    "{{begin}}{{base64:76}}+ASt{{azure-checksum}}, '.{76}[+]ASt[A-Za-z0-9+/]{5}[AQgw]=='",
    "{{begin}}{{base64:33}}+ASb{{azure-checksum}}, '.{33}[+]ASb[A-P][A-Za-z0-9+/]{5}='",
    "{{begin}}{{base64:42}}+ACR{{azure-checksum}}, '.{42}[+]ACR[A-D][A-Za-z0-9+/]{5}'",
    "{{begin}}{{base62:80}}{{cask-checksum}}, '[A-Za-z0-9]{84}'",
    "{{begin}}{{base62:3}}8Q~{{base62:31}}{{entra-checksum}}, '.{3}8Q~.{31}[A-Za-z0-9._~-]{3}'",
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
    String token = SampleTemplate.fill("{{begin}}{{base62:30}}{{crc32-base62}}", random);
    var crc = new CRC32();
    crc.update(token.substring(0, 30).getBytes(StandardCharsets.US_ASCII));

    long checksum = 0;
    for (char c : token.substring(30).toCharArray()) {
      checksum = checksum * 62 + BASE62.indexOf(c);
    }

    assertThat(checksum).isEqualTo(crc.getValue());
  }

  @ParameterizedTest
  @CsvSource({
    "a{{begin}}b:c?{{to-base64}}d, aYjpjPw==d",
    "a{{begin}}b:c?{{to-base64-unpadded}}d, aYjpjPwd",
    "a{{begin}}b:c?>>>{{to-base64url}}d, aYjpjPz4-Pgd",
    "a{{begin}}b:c?{{to-hex}}d, a623a633fd",
    "a{{begin}}b:c?é-_.~{{to-percent}}d, ab%3Ac%3F%C3%A9-_.~d",
    "{{begin}}a{{begin}}b{{to-hex}}, a62",
    "b:c{{to-hex}}, 623a63"
  })
  void encodes_what_stands_since_the_beginning(String template, String filled) {
    assertThat(SampleTemplate.fill(template, new Random(1))).isEqualTo(filled);
  }

  /** The values that every description of these checksums has for these digits. */
  @ParameterizedTest
  @CsvSource({
    "{{begin}}123456789{{crc32-hex}}, 123456789cbf43926",
    "{{begin}}123456789{{crc32-upperhex}}, 123456789CBF43926",
    "{{begin}}123456789{{crc32-hex-reversed}}, 1234567892639f4cb",
    "{{begin}}123456789_{{crc32-hex}}, 123456789_cbf43926",
    "{{begin}}hello{{crc32-base62}}, hello0zNvy2",
    "{{begin}}hello{{crc32-base36}}, hello0f01gna",
    "{{begin}}A1{{bech32-checksum}}, A12UEL5L"
  })
  void a_checksum_is_that_of_the_text_before_it(String template, String filled) {
    assertThat(SampleTemplate.fill(template, new Random(1))).isEqualTo(filled);
  }

  @Test
  void the_header_of_a_jwt_names_its_algorithm() {
    String token = SampleTemplate.fill("{{jwt}}", new Random(1));

    byte[] header = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));

    assertThat(new String(header, StandardCharsets.UTF_8)).contains("\"alg\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{base63:3}}",
        "{{words:3}}",
        "{{uuid4:3}}",
        "{{to-base65}}",
        "{{crc32-octal}}",
        "{{luhn-checksum}}"
      })
  void rejects_an_unknown_kind(String template) {
    assertThatThrownBy(() -> SampleTemplate.fill(template, new Random(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unknown placeholder \"{{");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{hex}}", "{{base62}}", "{{der}}"})
  void rejects_a_place_without_its_length(String template) {
    assertThatThrownBy(() -> SampleTemplate.fill(template, new Random(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a length");
  }
}
