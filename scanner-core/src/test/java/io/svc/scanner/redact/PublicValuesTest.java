package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicValuesTest {
  @ParameterizedTest
  @CsvSource({
    "SSH_HOST_KEY, SHA256:{{base64:43}}",
    "SSH_HOST_KEY, MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
    "SSH_HOST_KEY, 16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
    "SSH_HOST_KEY, AAAAC3NzaC1lZDI1NTE5AAAAI{{base64:43}}",
    "SSH_HOST_KEY, AAAAB3NzaC1yc2EAAAADAQABAAABAQ{{base64:340}}",
    "SSH_HOST_KEY, AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBB{{base64:86}}=",
    "SSH_HOST_KEY, ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY{{base64:100}}",
    "INTEGRITY_KEY, sha256-{{base64:43}}=",
    "GPG_KEY, {{upperhex:40}}",
    "GPG_KEY, 0x{{upperhex:16}}",
    "GPG_SIGNING_KEY, {{upperhex:4}} {{upperhex:4}} {{upperhex:4}} {{upperhex:4}}",
    "PGP_KEY, {{hex:40}}",
    "KMS_KEY, {{uuid}}",
    "KMS_KEY, mrk-{{hex:32}}",
    "KMS_KEY, 'arn:aws:kms:eu-west-1:123456789012:key/{{uuid}}'",
    "SECRET_KEY, 'arn:aws-cn:kms:cn-north-1:123456789012:key/{{uuid}}'",
    "ROLE_KEY, AROA{{alnum-upper:17}}",
    "TOKEN_ADDRESS, 0x{{hex:40}}",
    "TOKEN, 0x{{hex:40}}",
    "WG_PUBLIC_KEY, {{curve25519}}",
    "WG_PUB_KEY, {{curve25519}}",
    "ASSET_KEY, main.{{hex:32}}.js",
    "ASSET_KEY, static/app.{{hex:20}}.css",
    "ASSET_KEY, .{{hex:32}}.woff2",
    "DB_PASSWORD, ssm:/prod/db/password",
    "DB_PASSWORD, 'secretsmanager:prod/db:password'",
    "DB_PASSWORD, /prod/db/password",
    "MINISIGN_KEY, RWQ{{base62:53}}",
    "NOSTR_KEY, npub1{{bech32:58}}"
  })
  void a_public_value_is_not_found(String name, String template) {
    for (int seed = 0; seed < 20; seed++) {
      String value = TestSecrets.of(template, seed);

      assertThat(TestSecrets.findInEnv(name, value)).as(value).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SSH_KEY, {{base64:43}}",
    "CI_KEY, {{hex:40}}",
    "SIGNING_KEY, {{hex:40}}",
    "API_KEY, {{uuid}}",
    "ETH_PRIVATE_KEY, 0x{{hex:64}}",
    "WG_PRIVATE_KEY, {{curve25519}}",
    "API_KEY, {{base62:24}}.{{base62:24}}",
    "API_KEY, {{hex:32}}.{{base62:16}}",
    "API_KEY, sk.{{hex:32}}",
    "GPG_PASSPHRASE, {{hex:40}}"
  })
  void a_secret_of_a_similar_form_is_found(String name, String template) {
    for (int seed = 0; seed < 20; seed++) {
      String value = TestSecrets.of(template, seed);

      assertThat(TestSecrets.findInEnv(name, value)).as(value).hasSize(1);
    }
  }

  @Test
  void the_header_of_a_web_token_is_not_found() {
    String header = TestSecrets.of("{{begin}}{\"alg\":\"HS256\",\"typ\":\"JWT\"}{{to-base64url}}");

    assertThat(TestSecrets.findInEnv("AUTH_TOKEN", header)).isEmpty();
  }
}
