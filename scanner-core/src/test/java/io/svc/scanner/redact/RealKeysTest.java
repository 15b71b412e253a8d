package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.rules.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as real tools make them, which differ from what a generator of samples makes. */
class RealKeysTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-t ed25519 -N ''",
        "-t ed25519 -N passphrase",
        "-t rsa -b 2048 -N ''",
        "-t rsa -b 3072 -N ''",
        "-t rsa -b 4096 -N ''",
        "-t rsa -b 4096 -N passphrase",
        "-t rsa -b 2048 -N passphrase",
        "-t rsa -b 2048 -m PEM -N ''",
        "-t rsa -b 2048 -m PKCS8 -N ''",
        "-t ecdsa -b 256 -N ''",
        "-t ecdsa -b 521 -N ''"
      })
  void keys_of_ssh_keygen_are_found(String options) {
    String words = ("ssh-keygen -q -f key " + options).replace("''", "NONE");
    String[] command = words.split(" ");
    for (int i = 0; i < command.length; i++) {
      command[i] = command[i].equals("NONE") ? "" : command[i];
    }
    String key = TestKeys.fileOf(directory, "key", command);
    assumeFalse(key.isEmpty(), "ssh-keygen is not installed");

    assertFound(key, "secrets/private-key-pem");
  }

  @Test
  void a_long_key_without_its_end_is_found() {
    String key =
        TestKeys.fileOf(
            directory, "key", "ssh-keygen", "-q", "-f", "key", "-t", "rsa", "-b", "4096", "-N", "");
    assumeFalse(key.isEmpty(), "ssh-keygen is not installed");

    assertFound(key.substring(0, 2_500), "secrets/private-key-pem");
  }

  @Test
  void public_keys_of_ssh_keygen_are_not_found() {
    String key = TestKeys.fileOf(directory, "key.pub", "ssh-keygen", "-q", "-f", "key", "-N", "");
    assumeFalse(key.isEmpty(), "ssh-keygen is not installed");

    assertThat(TestSecrets.findInEnv("SSH_KEY", key.strip())).isEmpty();
    assertThat(TestSecrets.findInEnv("SSH_KEY", key.split(" ", 3)[1])).isEmpty();
    assertThat(TestSecrets.findInEnv("HOST_KEY", "github.com " + key.strip())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "genpkey -algorithm ed25519 -out key",
        "genpkey -algorithm RSA -out key",
        "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:4096 -out key",
        "genpkey -algorithm X25519 -aes256 -pass pass:secret -out key",
        "ecparam -genkey -name prime256v1 -noout -out key",
        "ecparam -genkey -name secp384r1 -noout -out key",
        "genrsa -traditional -out key 2048"
      })
  void keys_of_openssl_are_found(String options) {
    String key = TestKeys.fileOf(directory, "key", ("openssl " + options).split(" "));
    assumeFalse(key.isEmpty(), "openssl is not installed");

    assertFound(key, "secrets/private-key-pem");
  }

  @Test
  void keys_of_the_java_platform_are_found() {
    for (String key : TestKeys.pkcs8()) {
      assertFound(key, "secrets/private-key-pem");
    }
    for (String key : TestKeys.publicKeys()) {
      assertThat(TestSecrets.findInEnv("SIGNING_KEY", key.replace("\n", "\\n"))).isEmpty();
    }
  }

  /** A comment with the word "example" is not a sign of a placeholder. */
  @ParameterizedTest
  @CsvSource({"ed25519, 2", "ed25519, 3", "rsa, 3", "ecdsa, 3"})
  void keys_of_putty_are_found(String type, String version) {
    String key =
        TestKeys.fileOf(
            directory,
            "key",
            ("puttygen -q -C deploy@acme.example -O private -o key --new-passphrase /dev/null -t "
                    + type
                    + " --ppk-param version="
                    + version)
                .split(" "));
    assumeFalse(key.isEmpty(), "puttygen is not installed");

    assertFound(key, "secrets/private-key-putty");
  }

  @ParameterizedTest
  @CsvSource({
    "minisign -G -W -p key.pub -s key, minisign",
    "signify-openbsd -G -n -p key.pub -s key.sec, signify"
  })
  void signing_keys_are_found(String options, String tool) {
    String file = tool.equals("minisign") ? "key" : "key.sec";
    String key = TestKeys.fileOf(directory, file, options.split(" "));
    assumeFalse(key.isEmpty(), tool + " is not installed");
    String publicKey = TestKeys.fileOf(directory, "key.pub", "true");

    assertFound(key, "secrets/" + tool + "-secret-key");
    assertThat(TestSecrets.findInEnv("SIGN_KEY", publicKey.split("\n", 3)[1])).isEmpty();
  }

  @Test
  void a_static_key_of_openvpn_is_found() {
    StringBuilder key =
        new StringBuilder("#\n# 2048 bit OpenVPN static key\n#\n")
            .append("-----BEGIN OpenVPN Static key V1-----\n");
    for (int i = 0; i < 16; i++) {
      key.append(TestSecrets.of("{{hex:32}}\n", i));
    }
    key.append("-----END OpenVPN Static key V1-----\n");

    assertFound(key.toString(), "secrets/private-key-openvpn");
  }

  @Test
  void private_json_web_keys_are_found_once() {
    for (String key : TestKeys.privateJwks()) {
      assertThat(TestSecrets.findInEnv("JWK", key))
          .as(key)
          .extracting(FoundSecret::ruleId, FoundSecret::severity)
          .containsExactly(tuple("secrets/private-key-jwk", Severity.CRITICAL));
      assertThat(TestSecrets.findInEnv("JWKS", "{\"keys\":[" + key + "]}")).hasSize(1);
      String publicKey = key.replaceAll(",?\"(d|p|q|k)\":\"[^\"]*\"", "");
      assertThat(TestSecrets.findInEnv("JWK", publicKey)).as(publicKey).isEmpty();
      assertThat(find("\"settings\": {\"jwk\": " + key + "}")).hasSize(1);
    }
  }

  @Test
  void keys_outside_of_servers_are_found() {
    String numbers = TestSecrets.of("1{{digits:2}},".repeat(64));
    String list = "[" + numbers.substring(0, numbers.length() - 1) + "]";

    assertThat(
            TestSecrets.find(
                TestSecrets.config(
                    "{\"mcpServers\": {}, \"keys\": ["
                        + TestKeys.privateJwks().get(0)
                        + "], \"wallet_keypair\": "
                        + list
                        + "}")))
        .extracting(FoundSecret::ruleId)
        .containsExactly("secrets/private-key-jwk", "secrets/solana-key-pair");
  }

  @Test
  void a_placeholder_in_a_json_web_key_is_not_found() {
    assertThat(TestSecrets.findInEnv("JWK", "{\"kty\":\"oct\",\"k\":\"your-secret-key-here\"}"))
        .isEmpty();
    assertThat(TestSecrets.findInEnv("JWK", "{\"kty\":\"oct\",\"k\":\"${JWT_KEY}\"}")).isEmpty();
  }

  @Test
  void a_key_pair_of_solana_is_found_once() {
    String numbers = TestSecrets.of("{{digits:2}},1{{digits:2}},".repeat(32));
    String key = "[" + numbers.substring(0, numbers.length() - 1) + "]";

    assertThat(TestSecrets.findInEnv("SOLANA_PRIVATE_KEY", key))
        .extracting(FoundSecret::ruleId, FoundSecret::value)
        .containsExactly(tuple("secrets/solana-key-pair", key));
    assertThat(find("\"wallet\": {\"keypair\": " + key.replaceAll("\\b0+(?=\\d)", "") + "}"))
        .extracting(FoundSecret::ruleId)
        .containsExactly("secrets/solana-key-pair");
    assertThat(TestSecrets.findInEnv("EMBEDDING", key)).isEmpty();
  }

  @Test
  void a_seed_of_nats_is_found_under_any_name() {
    String seed = TestSecrets.of("{{nats-seed}}");

    assertThat(seed).startsWith("SUA").hasSize(58);
    for (String name : List.of("NATS_SEED", "NKEY", "X")) {
      assertThat(TestSecrets.findInEnv(name, seed))
          .as(name)
          .extracting(FoundSecret::ruleId)
          .containsExactly("secrets/nats-seed");
    }
  }

  @Test
  void the_seed_in_a_credentials_file_of_nats_is_found_with_its_token() {
    String file =
        TestSecrets.of(
            """
            -----BEGIN NATS USER JWT-----
            {{jwt}}
            ------END NATS USER JWT------

            -----BEGIN USER NKEY SEED-----
            {{nats-seed}}
            ------END USER NKEY SEED------
            """);

    assertThat(find("\"env\": {\"CREDS\": \"" + file.replace("\n", "\\n") + "\"}"))
        .extracting(FoundSecret::ruleId)
        .containsExactlyInAnyOrder("secrets/jwt", "secrets/nats-credentials");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PKCS12", "JKS", "JCEKS"})
  void keystores_of_keytool_are_found(String type) throws IOException {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    String options =
        " -genkeypair -keyalg EC -alias a -dname CN=acme.test -storepass secret-1 -keypass secret-1"
            + " -keystore key -storetype ";
    byte[] file = TestKeys.bytesOf(directory, "key", (keytool + options + type).split(" "));
    assumeTrue(file.length > 0, "keytool is not installed");
    String keystore = Base64.getEncoder().encodeToString(file);

    assertThat(find("\"env\": {\"STORE\": \"" + keystore + "\"}"))
        .extracting(FoundSecret::ruleId, FoundSecret::value)
        .containsExactly(tuple("secrets/private-key-store", keystore));
  }

  private static List<FoundSecret> find(String member) {
    return TestSecrets.find(
        TestSecrets.config("{\"mcpServers\": {\"x\": {\"command\": \"x\", " + member + "}}}"));
  }

  /**
   * Asserts that a key is found with line breaks, with written-out ones, in Base64, and in a YAML
   * text with different indentation.
   */
  private static void assertFound(String key, String ruleId) {
    String plain = key.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    List<String> texts =
        List.of(
            plain,
            plain.replace("\\n", "\\\\n"),
            inBase64(key),
            inYaml(plain, "  ", "\\n"),
            inYaml(plain, " ".repeat(12), "\\n"),
            inYaml(plain, " ".repeat(40), "\\r\\n"),
            inYaml(plain, "  ", "\\\\n"),
            inYaml(plain, "\\t".repeat(8), "\\n"));
    for (String text : texts) {
      List<FoundSecret> found = find("\"env\": {\"DEPLOY\": \"" + text + "\"}");

      assertThat(found).as(text).hasSize(1);
      assertThat(found.get(0).severity()).isEqualTo(Severity.CRITICAL);
      if (!text.equals(inBase64(key))) {
        assertThat(found.get(0).ruleId()).isEqualTo(ruleId);
        assertThat(found.get(0).confidence()).isEqualTo(FoundSecret.Confidence.HIGH);
      }
    }
  }

  private static String inYaml(String key, String indentation, String lineBreak) {
    return "server:\\n  deploy: |\\n"
        + Stream.of(key.split("\\\\n"))
            .map(line -> indentation + line + lineBreak)
            .collect(Collectors.joining())
        + "  timeout: 30\\n";
  }

  private static String inBase64(String key) {
    return Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
  }
}
