package io.svc.scanner.redact;

import static io.svc.scanner.redact.SecretEvidence.DOCUMENTED_EXAMPLE;
import static io.svc.scanner.redact.SecretEvidence.FORMAT;
import static io.svc.scanner.redact.SecretEvidence.FORMAT_WITH_NAME;
import static io.svc.scanner.redact.SecretEvidence.GENERATED;
import static io.svc.scanner.redact.SecretEvidence.HUMAN_PASSWORD;
import static io.svc.scanner.redact.SecretEvidence.NONE;
import static io.svc.scanner.redact.SecretEvidence.PASSWORD_HASH;
import static io.svc.scanner.redact.SecretEvidence.PASSWORD_NAME;
import static io.svc.scanner.redact.SecretEvidence.PLACEHOLDER;
import static io.svc.scanner.redact.SecretEvidence.PUBLIC_NAME;
import static io.svc.scanner.redact.SecretEvidence.PUBLIC_VALUE;
import static io.svc.scanner.redact.SecretEvidence.RANDOM;
import static io.svc.scanner.redact.SecretEvidence.REFERENCE;
import static io.svc.scanner.redact.SecretEvidence.SECRET_WORDS;
import static io.svc.scanner.redact.SecretEvidence.SHORT_RANDOM;
import static io.svc.scanner.redact.SecretEvidence.STRUCTURE_CONFIRMED;
import static io.svc.scanner.redact.SecretEvidence.STRUCTURE_PLAUSIBLE;
import static io.svc.scanner.redact.SecretEvidence.STRUCTURE_REFUTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Rule;
import io.svc.rules.RuleSource;
import io.svc.scanner.redact.EvidenceInput.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecretEvidenceTest {
  /** A text with two kinds of evidence: a match of a rule, or a value under a name. */
  record Row(
      SecretEvidence stronger,
      SecretEvidence weaker,
      String rule,
      String name,
      Role role,
      String template) {

    EvidenceInput input() {
      String text = TestSecrets.of(template);
      return rule.isEmpty()
          ? EvidenceInput.value(text, FieldName.of(name), role)
          : EvidenceInput.match(ruleOf(rule), text, FieldName.of(name));
    }

    @Override
    public String toString() {
      return stronger + " > " + weaker + ": " + rule + name + "=" + template;
    }
  }

  private static Row match(
      SecretEvidence stronger, SecretEvidence weaker, String rule, String name, String template) {
    return new Row(stronger, weaker, "secrets/" + rule, name, Role.NONE, template);
  }

  private static Row secret(
      SecretEvidence stronger, SecretEvidence weaker, String name, String template) {
    return new Row(stronger, weaker, "", name, Role.SECRET, template);
  }

  private static Row password(SecretEvidence stronger, SecretEvidence weaker, String template) {
    return new Row(stronger, weaker, "", "PASSWORD", Role.PASSWORD, template);
  }

  /** In pieces, so that no scanner takes this file for a leak. */
  private static final String DOCUMENTED =
      String.join("", "sk_test_", "4eC39Hq", "LyjWDarjtT1zdp7dc");

  static List<Row> rows() {
    String ssh = TestKeys.openSsh();
    String bcrypt = "$2b$10$X{{base62:52}}";
    return List.of(
        match(DOCUMENTED_EXAMPLE, FORMAT, "stripe-test-secret-key", "KEY", DOCUMENTED),
        match(DOCUMENTED_EXAMPLE, FORMAT_WITH_NAME, "wireguard-private-key", "KEY", DOCUMENTED),
        password(DOCUMENTED_EXAMPLE, PASSWORD_NAME, DOCUMENTED),
        secret(DOCUMENTED_EXAMPLE, RANDOM, "API_KEY", DOCUMENTED),
        match(STRUCTURE_REFUTED, FORMAT, "aws-access-key-id", "KEY", "AKIA{{base32:9}}EXAMPLE"),
        match(STRUCTURE_REFUTED, FORMAT_WITH_NAME, "nats-seed", "NATS_SEED", "SUA{{base32:55}}"),
        match(STRUCTURE_REFUTED, PLACEHOLDER, "aws-access-key-id", "K", "AKIA{{base32:9}}EXAMPLE"),
        match(STRUCTURE_CONFIRMED, PLACEHOLDER, "private-key-pem", "SSH_KEY", ssh),
        match(STRUCTURE_CONFIRMED, PLACEHOLDER, "aws-session-token", "TOKEN", "{{sts-token}}"),
        match(STRUCTURE_CONFIRMED, PLACEHOLDER, "minisign-secret-key", "KEY", "{{minisign-key}}"),
        match(
            STRUCTURE_CONFIRMED,
            PUBLIC_NAME,
            "github-pat",
            "PUBLIC_KEY",
            "ghp_{{begin}}{{base62:30}}{{crc32-base62}}"),
        match(
            STRUCTURE_CONFIRMED,
            FORMAT,
            "github-pat",
            "TOKEN",
            "ghp_{{begin}}{{base62:30}}{{crc32-base62}}"),
        secret(PASSWORD_HASH, REFERENCE, "KEY", bcrypt),
        secret(PASSWORD_HASH, PLACEHOLDER, "KEY", "$2b$10$1{{base62:20}}EXAMPLE{{base62:25}}"),
        secret(PASSWORD_HASH, PUBLIC_NAME, "PUBLIC_KEY", "$2b$10$1{{base62:52}}"),
        secret(PASSWORD_HASH, PUBLIC_VALUE, "KEY", "$2b$10$1{{base62:49}}.md"),
        secret(GENERATED, REFERENCE, "KEY", "8k!x2m(q)_9w&zp4v^r-$t7y*u5b=n3c#6g"),
        secret(GENERATED, PLACEHOLDER, "KEY", "8k!x2m(q)_9w&zp4v^r<abc>***3c#6g"),
        secret(GENERATED, PUBLIC_NAME, "PUBLIC_KEY", "8k!x2m(q)_9w&zp4v^r=t7y*u5b#6g"),
        secret(GENERATED, PUBLIC_VALUE, "KEY", "./8k!x2m(q)_9w&zp4v^r=t7y*u5b#6g"),
        password(REFERENCE, PASSWORD_NAME, "${DB_PASSWORD}"),
        secret(REFERENCE, RANDOM, "API_KEY", "vault:{{base62:30}}"),
        secret(REFERENCE, HUMAN_PASSWORD, "API_KEY", "$Summer-2024!x"),
        secret(REFERENCE, SHORT_RANDOM, "API_KEY", "$x7Kq2mPz9RtW"),
        secret(REFERENCE, SECRET_WORDS, "API_KEY", "$supersecret123"),
        match(PLACEHOLDER, STRUCTURE_PLAUSIBLE, "jwt", "TOKEN", jwtWithMask()),
        match(PLACEHOLDER, FORMAT, "github-pat", "TOKEN", "ghp_{{base62:14}}EXAMPLE{{base62:15}}"),
        match(
            PLACEHOLDER,
            FORMAT_WITH_NAME,
            "aws-secret-access-key",
            "AWS_SECRET_ACCESS_KEY",
            "{{base62:30}}EXAMPLEKEY"),
        password(PLACEHOLDER, PASSWORD_NAME, "changeme"),
        secret(PLACEHOLDER, RANDOM, "API_KEY", "{{base62:14}}example{{base62:14}}"),
        secret(PLACEHOLDER, HUMAN_PASSWORD, "API_KEY", "Example-24!"),
        secret(PLACEHOLDER, SHORT_RANDOM, "API_KEY", "9zKqvXXXXXXw7Rp"),
        secret(PLACEHOLDER, SECRET_WORDS, "API_KEY", "your-secret-123"),
        match(STRUCTURE_PLAUSIBLE, FORMAT, "jwt", "TOKEN", "{{jwt}}"),
        match(STRUCTURE_PLAUSIBLE, PUBLIC_NAME, "jwt", "PUBLIC_KEY", "{{jwt}}"),
        match(FORMAT, PUBLIC_NAME, "stripe-live-secret-key", "PUBLIC_KEY", "sk_live_{{base62:24}}"),
        match(
            PUBLIC_NAME,
            FORMAT_WITH_NAME,
            "wireguard-private-key",
            "WG_PUBLIC_KEY",
            "{{curve25519}}"),
        secret(PUBLIC_NAME, RANDOM, "PUBLIC_KEY", "{{base62:32}}"),
        secret(PUBLIC_NAME, HUMAN_PASSWORD, "PUBLIC_KEY", "Summer-24!"),
        secret(PUBLIC_NAME, SHORT_RANDOM, "PUBLIC_KEY", "x7Kq2mPz9RtW"),
        secret(PUBLIC_NAME, SECRET_WORDS, "PUBLIC_KEY", "supersecret123"),
        match(PUBLIC_VALUE, FORMAT_WITH_NAME, "scaleway-secret-key", "SCW_KMS_KEY", "{{uuid}}"),
        password(PUBLIC_VALUE, PASSWORD_NAME, "/run/secrets/password"),
        secret(PUBLIC_VALUE, RANDOM, "SSH_HOST_KEY", "SHA256:{{base62:43}}"),
        secret(PUBLIC_VALUE, HUMAN_PASSWORD, "KEY", "Summer-24!.json"),
        secret(PUBLIC_VALUE, SHORT_RANDOM, "KEY", "x7Kq2mPz9W.pem"),
        secret(PUBLIC_VALUE, SECRET_WORDS, "KEY", "pk_live_secret123"),
        password(PASSWORD_NAME, RANDOM, "{{base62:20}}"),
        password(PASSWORD_NAME, HUMAN_PASSWORD, "Summer-24!"),
        password(PASSWORD_NAME, SHORT_RANDOM, "x7Kq2mPz9RtW"),
        password(PASSWORD_NAME, SECRET_WORDS, "supersecret123"),
        secret(RANDOM, HUMAN_PASSWORD, "KEY", "xQ7-kP2_wZ9!vR4mBd"),
        secret(HUMAN_PASSWORD, SHORT_RANDOM, "KEY", "xQ7-kP2wZ9!v"),
        secret(HUMAN_PASSWORD, SECRET_WORDS, "KEY", "BigSecret-2024!"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void the_stronger_evidence_decides(Row row) {
    EvidenceInput input = row.input();

    assertThat(input.has(row.stronger())).as("has the stronger").isTrue();
    assertThat(input.has(row.weaker())).as("has the weaker").isTrue();
    assertThat(row.stronger().outranks(row.weaker())).isTrue();
    assertThat(SecretEvidence.of(input)).isEqualTo(row.stronger());
  }

  private static final Set<SecretEvidence> OF_MATCHES =
      EnumSet.of(
          STRUCTURE_REFUTED, STRUCTURE_CONFIRMED, STRUCTURE_PLAUSIBLE, FORMAT, FORMAT_WITH_NAME);

  private static final Set<SecretEvidence> OF_VALUES =
      EnumSet.of(
          PASSWORD_HASH,
          GENERATED,
          REFERENCE,
          PASSWORD_NAME,
          RANDOM,
          HUMAN_PASSWORD,
          SHORT_RANDOM,
          SECRET_WORDS);

  /** Pairs that no text of one of the two kinds has. */
  private static final Set<String> IMPOSSIBLE =
      Set.of(
          // No documented example has a structure test that it passes, or one of these forms.
          "DOCUMENTED_EXAMPLE STRUCTURE_CONFIRMED",
          "DOCUMENTED_EXAMPLE STRUCTURE_PLAUSIBLE",
          "DOCUMENTED_EXAMPLE PASSWORD_HASH",
          "DOCUMENTED_EXAMPLE GENERATED",
          "DOCUMENTED_EXAMPLE HUMAN_PASSWORD",
          "DOCUMENTED_EXAMPLE SHORT_RANDOM",
          "DOCUMENTED_EXAMPLE SECRET_WORDS",
          // A structure test has one result.
          "STRUCTURE_REFUTED STRUCTURE_CONFIRMED",
          "STRUCTURE_REFUTED STRUCTURE_PLAUSIBLE",
          // No format with a keyword is the format of a public value.
          "STRUCTURE_CONFIRMED PUBLIC_VALUE",
          "STRUCTURE_PLAUSIBLE PUBLIC_VALUE",
          "FORMAT PUBLIC_VALUE",
          // The name of a password is not the name of a public value.
          "PUBLIC_NAME PASSWORD_NAME");

  @Test
  void every_pair_that_can_disagree_has_a_row() {
    List<String> missing = new ArrayList<>();
    for (SecretEvidence stronger : SecretEvidence.values()) {
      for (SecretEvidence weaker : SecretEvidence.values()) {
        boolean isOfTwoKinds =
            (OF_MATCHES.contains(stronger) && OF_VALUES.contains(weaker))
                || (OF_VALUES.contains(stronger) && OF_MATCHES.contains(weaker));
        String pair = stronger + " " + weaker;
        boolean hasRow =
            rows().stream().anyMatch(r -> r.stronger() == stronger && r.weaker() == weaker);
        if (stronger.outranks(weaker)
            && weaker != NONE
            && stronger.isForSecret() != weaker.isForSecret()
            && !isOfTwoKinds
            && !IMPOSSIBLE.contains(pair)
            && !hasRow) {
          missing.add(pair);
        }
      }
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void the_table_lists_the_evidence_in_order() throws IOException {
    String source =
        Files.readString(
            Path.of(System.getProperty("project.root"))
                .resolve("scanner-core/src/main/java/io/svc/scanner/redact/SecretEvidence.java"));
    Matcher row =
        Pattern.compile("<tr><td>\\{@link #([A-Z_]+)\\}</td><td>(\\w+)</td>").matcher(source);
    List<String> listed = new ArrayList<>();
    while (row.find()) {
      listed.add(row.group(1) + " " + row.group(2));
    }

    assertThat(listed)
        .containsExactlyElementsOf(
            Arrays.stream(SecretEvidence.values())
                .map(e -> e + (e.isForSecret() ? " secret" : " harmless"))
                .toList());
  }

  @Test
  void a_confirmed_token_is_found_in_a_value_that_looks_like_a_reference() {
    String token = TestSecrets.of("ghp_{{begin}}{{base62:30}}{{crc32-base62}}");

    assertThat(TestSecrets.findInEnv("TOKEN", "env:" + token))
        .extracting(FoundSecret::ruleId)
        .containsExactly("secrets/github-pat");
    assertThat(TestSecrets.findInEnv("TOKEN", TestSecrets.of("env:ghp_{{base62:36}}"))).isEmpty();
  }

  private static String jwtWithMask() {
    return "{{begin}}{\"alg\":\"HS256\"}{{to-base64url}}.{{begin}}{\"sub\":\"{{digits:10}}\"}"
        + "{{to-base64url}}."
        + "x".repeat(43);
  }

  private static Rule ruleOf(String id) {
    for (RuleSource source : TestRules.sources()) {
      if (source.rule().id().equals(id)) {
        return source.rule();
      }
    }
    throw new IllegalArgumentException("no rule " + id);
  }

  /** Names of variables with digits and marks around them can look like generated passwords. */
  @Test
  void references_are_harmless_with_any_name_of_a_variable() {
    List<String> notations =
        List.of(
            "${%s}",
            "${env:%s}",
            "${input:%s}",
            "${{ secrets.%s }}",
            "{{%s}}",
            "{env:%s}",
            "%%%s%%",
            "$%s",
            "$(pass show %s)");
    List<String> variables =
        List.of(
            "DB_PASSWORD",
            "SRV_B_1_DB_PASSWORD",
            "SRV_0_API_KEY_2",
            "X9_Q7_ZK4_TOKEN",
            "A1B2C3D4",
            "crm_7Qx2_Zk9_vT4");

    for (String notation : notations) {
      for (String variable : variables) {
        String text = notation.formatted(variable);
        for (String name : List.of("DB_PASSWORD", "API_KEY", "CLIENT_SECRET")) {
          assertThat(TestSecrets.findInEnv(name, text)).as(name + "=" + text).isEmpty();
        }
      }
    }
  }
}
