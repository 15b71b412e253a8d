package io.svc.scanner.redact;

import static io.svc.rules.Rule.StructureTest.AWS_KEY_ID;
import static io.svc.rules.Rule.StructureTest.AZURE_KEY;
import static io.svc.rules.Rule.StructureTest.BASE64;
import static io.svc.rules.Rule.StructureTest.BASE64_FIELDS;
import static io.svc.rules.Rule.StructureTest.BASE64_JSON;
import static io.svc.rules.Rule.StructureTest.CRC32_BASE36;
import static io.svc.rules.Rule.StructureTest.CRC32_BASE62;
import static io.svc.rules.Rule.StructureTest.CRC32_HEX;
import static io.svc.rules.Rule.StructureTest.CURVE25519;
import static io.svc.rules.Rule.StructureTest.JWT;
import static io.svc.rules.Rule.StructureTest.PEM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Rule;
import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretStructureCheckerTest {
  private static final int SEEDS = 20;

  @ParameterizedTest
  @CsvSource({
    "CRC32_BASE62, ghp_{{begin}}{{base62:30}}{{crc32-base62}}",
    "CRC32_BASE62, npm_{{begin}}{{base62:30}}{{crc32-base62}}",
    "CRC32_BASE62, vcp_{{begin}}{{base64url:50}}{{crc32-base62}}",
    "CRC32_BASE62, {{begin}}syt_{{base62:8}}_{{base62:20}}_{{crc32-base62}}",
    "CRC32_BASE36, {{begin}}glpat-{{base64url:27}}.01.0r{{crc32-base36}}",
    "CRC32_BASE36, {{begin}}glpat-{{base64url:27}}.0r{{crc32-base36}}",
    "CRC32_BASE36, glrt-{{begin}}t1_{{base64url:27}}.01.0r{{crc32-base36}}",
    "CRC32_HEX, cfat_{{begin}}{{base62:40}}{{crc32-hex}}",
    "CRC32_HEX, {{begin}}glsa_{{base62:32}}_{{crc32-hex-reversed}}",
    "CRC32_HEX, {{begin}}ATATT3{{base64url:170}}={{crc32-upperhex}}",
    "CRC32_HEX, zpka_{{begin}}{{hex:32}}_{{crc32-hex}}",
    "MACAROON, pypi-{{pypi-macaroon}}",
    "BECH32, {{begin}}AGE-SECRET-KEY-1{{bech32-upper:52}}{{bech32-checksum}}",
    "BECH32, {{begin}}nsec1{{bech32:52}}{{bech32-checksum}}",
    "BASE58CHECK, {{bitcoin-wif}}",
    "BASE58CHECK, {{extended-key}}",
    "STELLAR_SEED, {{stellar-seed}}",
    "NATS_SEED, {{nats-seed}}",
    "STS_TOKEN, {{sts-token}}",
    "SIGNING_KEY, {{minisign-key}}",
    "SIGNING_KEY, {{signify-key}}",
    "AZURE_KEY, {{begin}}{{base64:76}}+ASt{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:76}}ACDb{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:33}}AzCa{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:33}}AIoT{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:33}}+ASb{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:33}}+AEh{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:33}}+ARm{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:33}}AZEG{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:76}}+ABa{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:76}}APIM{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64:42}}+ACR{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base62:42}}AzSe{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base64url:44}}AzFu{{azure-checksum}}",
    "AZURE_KEY, {{begin}}{{base62:52}}JQQJ99BF{{base62:16}}ACOG{{cask-checksum}}",
    "AZURE_DEVOPS_PAT, {{azure-devops-pat}}",
    "ENTRA_SECRET, {{begin}}{{base62:3}}8Q~{{base64url:31}}{{entra-checksum}}",
    "PEM, '-----BEGIN PRIVATE KEY-----\n{{der:300}}\n-----END PRIVATE KEY-----'",
    "PEM, '-----BEGIN EC PRIVATE KEY-----\\n{{der:300}}'"
  })
  void what_is_built_as_its_format_asks_is_confirmed(Rule.StructureTest test, String template) {
    for (int seed = 0; seed < SEEDS; seed++) {
      String secret = TestSecrets.of(template, seed);

      assertThat(SecretStructureChecker.test(test, secret)).as(secret).isEqualTo(Verdict.CONFIRMED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "JWT, {{jwt}}",
    "AWS_KEY_ID, AKIA{{aws-key-id}}",
    "BASE64_JSON, 'glc_{{begin}}{\"o\":\"1\",\"k\":\"{{base62:20}}\"}{{to-base64}}'",
    "BASE64_JSON, 'ops_{{begin}}{\"a\":\"{{base62:20}}\"}{{to-base64url}}'",
    "BASE64_JSON, 'sntrys_{{begin}}{\"iat\":1}{{to-base64}}_{{base64:43}}'",
    "BASE64_JSON, 'sntrys_{{begin}}{\"iat\":12}{{to-base64-unpadded}}_{{base64:43}}'",
    "BASE64_FIELDS, '{{begin}}reftkn:01:{{digits:10}}:{{base62:27}}{{to-base64}}'",
    "BASE64_FIELDS, 'BBDC-{{begin}}{{digits:12}}:{{base62:20}}{{to-base64}}'",
    "BASE64_FIELDS, 'ABSK{{begin}}BedrockAPIKey-ab12-at-1:{{base62:44}}{{to-base64}}'",
    "BASE64_DIGITS, {{begin}}{{digits:18}}{{to-base64-unpadded}}.{{base64url:6}}.{{base64url:38}}",
    "PEM, '-----BEGIN PRIVATE KEY-----\n{{der:300}}AAAA'",
    "PEM, '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE'"
  })
  void a_part_that_is_built_as_its_format_asks_is_plausible(
      Rule.StructureTest test, String template) {
    for (int seed = 0; seed < SEEDS; seed++) {
      String secret = TestSecrets.of(template, seed);

      assertThat(SecretStructureChecker.test(test, secret)).as(secret).isEqualTo(Verdict.PLAUSIBLE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CRC32_BASE62, ghp_{{begin}}{{base62:30}}{{crc32-base62}}, DOUBTED",
    "CRC32_BASE62, vcp_{{begin}}{{base64url:50}}{{crc32-base62}}, DOUBTED",
    "CRC32_BASE36, {{begin}}glpat-{{base64url:27}}.01.0r{{crc32-base36}}, DOUBTED",
    "CRC32_HEX, cfat_{{begin}}{{base62:40}}{{crc32-hex}}, DOUBTED",
    "CRC32_HEX, {{begin}}glsa_{{base62:32}}_{{crc32-hex-reversed}}, DOUBTED",
    "BECH32, {{begin}}nsec1{{bech32:52}}{{bech32-checksum}}, DOUBTED",
    "BASE58CHECK, {{bitcoin-wif}}, REFUTED",
    "BASE58CHECK, {{extended-key}}, REFUTED",
    "STELLAR_SEED, {{stellar-seed}}, REFUTED",
    "NATS_SEED, {{nats-seed}}, REFUTED",
    "SIGNING_KEY, {{signify-key}}, DOUBTED",
    "AZURE_KEY, {{begin}}{{base64:76}}+ASt{{azure-checksum}}, DOUBTED",
    "AZURE_KEY, {{begin}}{{base62:52}}JQQJ99BF{{base62:16}}ACOG{{cask-checksum}}, DOUBTED",
    "AZURE_DEVOPS_PAT, {{azure-devops-pat}}, DOUBTED",
    "ENTRA_SECRET, {{begin}}{{base62:3}}8Q~{{base64url:31}}{{entra-checksum}}, DOUBTED"
  })
  void one_other_character_breaks_a_checksum(
      Rule.StructureTest test, String template, Verdict verdict) {
    for (int seed = 0; seed < SEEDS; seed++) {
      String secret = TestSecrets.of(template, seed);
      int middle = secret.length() / 2;
      char other = secret.charAt(middle) == 'a' ? 'c' : 'a';
      String damaged = secret.substring(0, middle) + other + secret.substring(middle + 1);

      assertThat(SecretStructureChecker.test(test, damaged)).as(damaged).isEqualTo(verdict);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CRC32_BASE62, ghs_{{base62:200}}",
    "CRC32_BASE62, ''",
    "CRC32_BASE62, _",
    "CRC32_BASE62, ghp_",
    "CRC32_BASE62, ghp_abcdef",
    "CRC32_BASE62, npm_******",
    "CRC32_BASE36, glpat-{{base64url:20}}",
    "CRC32_BASE36, ''",
    "CRC32_HEX, cfat_{{base62:34}}zzzzzz",
    "CRC32_HEX, ''",
    "AWS_KEY_ID, AKIAI{{base32:15}}",
    "AWS_KEY_ID, AKIAJ{{base32:15}}",
    "AWS_KEY_ID, AKIA",
    "ENTRA_SECRET, {{base62:3}}7Q~{{base64url:31}}",
    "AZURE_DEVOPS_PAT, abc",
    "PEM, '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n{{base64:64}}'",
    "PEM, -----BEGIN",
    "STS_TOKEN, IQoJb3JpZ2lu{{base64:600}}",
    "STS_TOKEN, ''"
  })
  void of_what_has_no_such_part_nothing_is_stated(Rule.StructureTest test, String template) {
    assertThat(SecretStructureChecker.test(test, TestSecrets.of(template))).isEqualTo(Verdict.OPEN);
  }

  @ParameterizedTest
  @CsvSource({
    "BASE64_JSON, glc_eyJ{{base64:60}}",
    "BASE64_JSON, glc_",
    "BASE64_JSON, '{{begin}}[1,2,3,4,5,6,7,8]{{to-base64}}'",
    "BASE64_FIELDS, cmVmdGtu{{base64:40}}",
    "BASE64_FIELDS, '{{begin}}a:{{base62:40}}{{to-base64}}'",
    "BASE64_FIELDS, '{{begin}}reftkn:01{{to-base64}}'",
    "BASE64_DIGITS, M{{base62:23}}.{{base62:6}}.{{base62:38}}",
    "BASE64_DIGITS, '.x'",
    "MACAROON, pypi-AgEIcHlwaS5vcmcC{{base64url:90}}",
    "MACAROON, pypi-AgE",
    "PEM, '-----BEGIN PRIVATE KEY-----\nAAAA{{base64:60}}'",
    "PEM, '-----BEGIN PRIVATE KEY-----\nMIIE'",
    "SIGNING_KEY, RWQAAEIyAAAA",
    "SIGNING_KEY, RWRCSwAAAAA{{base64:128}}="
  })
  void what_is_built_otherwise_is_in_doubt(Rule.StructureTest test, String template) {
    assertThat(SecretStructureChecker.test(test, TestSecrets.of(template)))
        .isEqualTo(Verdict.DOUBTED);
  }

  @ParameterizedTest
  @EnumSource(Rule.StructureTest.class)
  void a_test_takes_any_text(Rule.StructureTest test) {
    for (String text :
        new String[] {
          "",
          "=",
          "_",
          "-",
          "1",
          ".",
          "....",
          "%",
          "AKIA",
          "ABSK",
          "ey",
          "eyJ",
          "-----",
          "\u0000",
          "\u00e9\u4e2d",
          "a".repeat(52),
          "1".repeat(5_000),
          "8Q~8Q~8Q~",
          "glpat-.",
          "x_",
          "0_1"
        }) {
      assertThat(SecretStructureChecker.test(test, text)).as(text).isNotNull();
      assertThat(SecretStructureChecker.noteOf(test, text)).as(text).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "{{begin}}{{base64:42}}A=, OPEN",
    "{{base64:42}}B=, DOUBTED",
    "{{base64:85}}w==, OPEN",
    "{{base64:85}}x==, DOUBTED",
    "{{base64:40}}, OPEN",
    "{{base64:41}}, DOUBTED",
    "{{base62:40}}%2BAE%3D, OPEN"
  })
  void bits_behind_the_last_byte_are_clear(String template, Verdict verdict) {
    assertThat(SecretStructureChecker.test(BASE64, TestSecrets.of(template))).isEqualTo(verdict);
  }

  @Test
  void a_key_of_azure_without_a_signature_is_held_to_its_base64() {
    assertThat(SecretStructureChecker.test(AZURE_KEY, TestSecrets.of("{{base64:85}}w==")))
        .isEqualTo(Verdict.OPEN);
    assertThat(SecretStructureChecker.test(AZURE_KEY, TestSecrets.of("{{base64:85}}x==")))
        .isEqualTo(Verdict.DOUBTED);
  }

  @Test
  void a_key_for_curve25519_is_clamped() {
    assertThat(SecretStructureChecker.test(CURVE25519, TestSecrets.of("{{curve25519}}")))
        .isEqualTo(Verdict.OPEN);
    assertThat(SecretStructureChecker.test(CURVE25519, "/" + "A".repeat(42) + "="))
        .isEqualTo(Verdict.DOUBTED);
  }

  @Test
  void a_complete_key_of_openssh_is_confirmed() {
    String key = TestKeys.openSsh();

    assertThat(SecretStructureChecker.test(PEM, key)).isEqualTo(Verdict.CONFIRMED);
    assertThat(SecretStructureChecker.test(PEM, key.replace("\n", "\\n")))
        .isEqualTo(Verdict.CONFIRMED);
    assertThat(SecretStructureChecker.test(PEM, key.substring(0, 250)))
        .isEqualTo(Verdict.PLAUSIBLE);
  }

  /**
   * Published with the formats, and good for nothing but this; in two parts, so that none is whole.
   */
  @ParameterizedTest
  @CsvSource({
    "BASE58CHECK, 5HueCGU8rMjxEXxiPuD5BDku, 4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
    "BASE58CHECK, KwdMAjGmerYanjeui5SHS7J, kmpZvVipYvB2LJGU1ZxJwYvP98617",
    "STELLAR_SEED, SDJHRQF4GCMIIKAAAQ6IHY42X73F, QFLHUULAPSKKD4DFDM7UXWWCRHBE"
  })
  void the_samples_of_the_standards_pass(Rule.StructureTest test, String head, String tail) {
    assertThat(SecretStructureChecker.test(test, head + tail)).isEqualTo(Verdict.CONFIRMED);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 30ED35C100CD3C7D",
    "AF, 48E73FC77D75DDC1",
    "E70F, B5F6E1FC485DBFF8",
    "37F495, F0B07C789B8CF7E8",
    "8642DC59, 7008F2E87E9CF556",
    "153FB79826, E6C08C6DA2AFA997",
    "0932E6246C47, 6F04BF1A5EA24060",
    "AB427EA8D10FC7, E11847E4F0678C41"
  })
  void the_hash_of_azures_keys_is_that_of_the_dot_net_runtime(String hex, String expected) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }

    assertThat(Marvin32Hash.hash64(bytes, bytes.length, 0x004FB61A001BDBCCL))
        .isEqualTo(Long.parseUnsignedLong(expected, 16));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"role\":\"anon\"}",
        "{\"role\": \"anon\", \"iss\": \"supabase\"}",
        "{ \"iss\":\"supabase\",\t\"role\" :\"anon\" }",
        "{\"iss\":\"supabase\",\n\"role\":\n\"anon\"}"
      })
  void a_public_token_is_no_secret(String claims) {
    assertThat(SecretStructureChecker.test(JWT, jwt("{\"alg\":\"HS256\"}", claims)))
        .isEqualTo(Verdict.REFUTED);
  }

  @Test
  void a_role_of_another_name_is_a_secret() {
    String token = jwt("{\"alg\":\"HS256\"}", "{\"role\":\"service_role\"}");

    assertThat(SecretStructureChecker.test(JWT, token)).isEqualTo(Verdict.PLAUSIBLE);
  }

  @Test
  void of_a_token_whose_claims_cannot_be_read_nothing_is_stated() {
    String token = jwt("{\"alg\":\"RSA-OAEP\",\"enc\":\"A256GCM\"}", "\u0001\u0002");

    assertThat(SecretStructureChecker.test(JWT, token)).isEqualTo(Verdict.OPEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "eyJ", "eyJ.eyJ.x", "not.a.token", "e30.e30.x", "!!!.???.x"})
  void a_text_without_an_algorithm_is_no_jwt(String text) {
    assertThat(SecretStructureChecker.test(JWT, text)).isEqualTo(Verdict.REFUTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AKIA7{{base32:15}}", "ASIA6Z{{base32:14}}"})
  void an_id_that_names_no_account_is_doubted(String template) {
    assertThat(SecretStructureChecker.test(AWS_KEY_ID, TestSecrets.of(template)))
        .isEqualTo(Verdict.DOUBTED);
  }

  @Test
  void an_id_of_the_documentation_is_no_secret() {
    String id = TestSecrets.of("AKIA{{base32:9}}EXAMPLE");

    assertThat(SecretStructureChecker.test(AWS_KEY_ID, id)).isEqualTo(Verdict.REFUTED);
  }

  /** Ids that their finders published with the account that they decode to. */
  @ParameterizedTest
  @CsvSource({"ASIAQNZGKIQY56JQ, 7WML, 029608264753", "ASIAY34FZKBOKMUT, VV7A, 609629065308"})
  void a_key_id_contains_its_account(String head, String tail, String account) {
    assertThat(SecretStructureChecker.noteOf(AWS_KEY_ID, head + tail))
        .hasToString("AWS account " + account);
  }

  @Test
  void an_older_key_id_contains_no_account() {
    assertThat(SecretStructureChecker.noteOf(AWS_KEY_ID, TestSecrets.of("AKIAI{{base32:15}}")))
        .isNull();
  }

  @Test
  void a_key_of_bedrock_contains_its_account() {
    String key =
        TestSecrets.of(
            "ABSK{{begin}}BedrockAPIKey-ab12-at-012345678901:{{base64:44}}{{to-base64}}");

    assertThat(SecretStructureChecker.noteOf(BASE64_FIELDS, key))
        .hasToString("AWS account 012345678901");
    assertThat(SecretStructureChecker.noteOf(BASE64_FIELDS, TestSecrets.of("ABSK{{base64:80}}")))
        .isNull();
  }

  @RepeatedTest(5)
  void a_text_drawn_at_random_passes_no_checksum(RepetitionInfo repetition) {
    int seed = repetition.getCurrentRepetition();

    assertThat(SecretStructureChecker.test(CRC32_BASE62, TestSecrets.of("ghp_{{base62:36}}", seed)))
        .isEqualTo(Verdict.DOUBTED);
    assertThat(
            SecretStructureChecker.test(
                CRC32_HEX, TestSecrets.of("glsa_{{base62:32}}_{{hex:8}}", seed)))
        .isEqualTo(Verdict.DOUBTED);
    assertThat(
            SecretStructureChecker.test(
                CRC32_BASE36, TestSecrets.of("glpat-{{base62:27}}.{{alnum-lower:9}}", seed)))
        .isEqualTo(Verdict.DOUBTED);
    assertThat(
            SecretStructureChecker.test(BASE64_JSON, TestSecrets.of("glc_eyJ{{base64:80}}", seed)))
        .isEqualTo(Verdict.DOUBTED);
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
