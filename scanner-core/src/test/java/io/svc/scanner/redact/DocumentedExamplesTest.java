package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentedExamplesTest {
  /** In pieces, so that no scanner takes this file for a leak. */
  static List<String> samples() {
    return List.of(
        String.join("", "sk_test_", "4eC39Hq", "LyjWDarjtT1zdp7dc"),
        String.join("", "ghp_", "16C7e42F292c6912", "E7710c838347Ae178B4a"),
        emulator(),
        azurite(),
        String.join("", "AIzaSyDaGmWKa4JsXZ", "-HjGw7ISLn_3namBGewQe"),
        String.join("", "AIzaSyD-9tSrke72Pou", "QMnMX-a7eZSW0jkFMBWY"),
        String.join("", "AIzaSyAnLA7NfeLquW1t", "JFpx_eQCxoX-oo6YyIs"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void a_key_from_the_documents_is_no_secret(String key) {
    assertThat(DocumentedExamples.isExample(key)).isTrue();
    assertThat(TestSecrets.findInEnv("API_KEY", key)).isEmpty();
    assertThat(TestSecrets.findInEnv("API_KEY", "Bearer " + key)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=AZURITE;",
        "AccountEndpoint=https://localhost:8081/;AccountKey=COSMOS"
      })
  void the_key_of_an_emulator_is_none_in_a_connection_string(String template) {
    String text = template.replace("AZURITE", azurite()).replace("COSMOS", emulator());

    assertThat(TestSecrets.findInEnv("MY_CONNECTION", text)).isEmpty();
    assertThat(
            TestSecrets.find(
                TestSecrets.config(
                    "{\"mcpServers\": {\"x\": {\"command\": \"cmd\", \"args\": [\"/c\", \"set X="
                        + text
                        + "&& npx acme\"]}}}")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sk_test_{{base62:24}}",
        "AIza{{base64url:35}}",
        "ghp_{{begin}}{{base62:30}}{{crc32-base62}}",
        "{{base64:86}}=="
      })
  void another_key_of_the_same_format_may_be_one(String template) {
    assertThat(DocumentedExamples.isExample(TestSecrets.of(template))).isFalse();
    assertThat(TestSecrets.findInEnv("API_KEY", TestSecrets.of(template))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HS256", "HS512", "RS256"})
  void the_sample_of_jwt_io_is_no_secret_however_it_is_signed(String algorithm) {
    assertThat(TestSecrets.findInEnv("API_TOKEN", token(algorithm, "John Doe"))).isEmpty();
    assertThat(TestSecrets.findInEnv("API_TOKEN", token(algorithm, "Jane Roe"))).hasSize(1);
  }

  private static String token(String algorithm, String name) {
    return encoded("{\"alg\":\"" + algorithm + "\",\"typ\":\"JWT\"}")
        + "."
        + encoded("{\"sub\":\"1234567890\",\"name\":\"" + name + "\",\"iat\":1516239022}")
        + "."
        + TestSecrets.of("{{base64url:43}}");
  }

  private static String encoded(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String azurite() {
    return String.join(
        "",
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVEr",
        "Cz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==");
  }

  private static String emulator() {
    return String.join(
        "",
        "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2n",
        "Q9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==");
  }
}
