package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Database;
import io.svc.server.json.Json;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.Stores;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that checks claims without the server comes to the same results as the server. */
@Tag("thorough")
class OfflineVerifierTest {
  private static final String PREDICATE =
      "{\"\\ud83d\\ude00\":1,\"\\ufb33\":[1e21,123456789012.5,0.1,-0.0,1E-7,5e-324,1e23],"
          + "\"bell\":\"\\u0007\\u001f\\u007f\",\"a\":{\"z\":null,\"b\":true},"
          + "\"quote\":\"\\\"\\\\/\\u2028</script>\"}";

  @TempDir private static Path directory;
  private static final HandClock CLOCK = HandClock.now();
  private static Database database;
  private static AttestationSite site;

  @BeforeAll
  static void start() {
    assumeTrue(hasPython(), "python3 is not installed");
    database = Stores.sqlite(directory);
    site = new AttestationSite(database, directory, CLOCK);
  }

  @AfterAll
  static void stop() {
    if (site != null) {
      site.close();
      database.close();
    }
  }

  private static boolean hasPython() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "python3")));
  }

  private record Said(int exitCode, String text) {}

  private static Said verify(String claim, String keys, String... more) throws Exception {
    Path root = Path.of(System.getProperty("project.root", ".."));
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                "python3",
                root.resolve("examples/verify-attestation/verify.py").toString(),
                file("claim.json", claim),
                file("keys.json", keys)));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }

  private static String file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content).toString();
  }

  private static String keys() {
    return site.get(AttestationSite.PATH + "/keys").toString();
  }

  /** The public key of a claim. */
  private static JsonNode jwk(JsonNode claim) {
    for (JsonNode key : Json.readStored(keys()).path("keys")) {
      if (key.path("keyId").equals(claim.path("keyId"))) {
        return key.path("jwk");
      }
    }
    throw new AssertionError("no key of " + claim);
  }

  private static JsonNode claim() {
    return site.issue("algorithm", "ed25519", "predicate", Json.readStored(PREDICATE));
  }

  @Test
  void a_claim_is_good_as_the_service_answers_with_it_and_alone() throws Exception {
    JsonNode claim = claim();

    Said answer = verify(Json.text(Map.of("claim", claim)), keys());
    assertThat(answer.exitCode()).as(answer.text()).isZero();
    assertThat(answer.text()).contains(claim.path("claimId").asText(), "issuer-statement/1");
    assertThat(answer.text()).contains("Not checked here: whether it was revoked");

    JsonNode jwk = jwk(claim);
    assertThat(verify(claim.toString(), jwk.toString()).exitCode()).isZero();
    assertThat(verify(claim.toString(), "{\"keys\":[" + jwk + "]}").exitCode()).isZero();
  }

  @Test
  void a_claim_of_a_retired_key_is_good() throws Exception {
    JsonNode claim = claim();
    site.admin().post(AttestationSite.PATH + "/keys/rotate", Map.of("algorithm", "ed25519"));

    Said match = verify(claim.toString(), keys());

    assertThat(match.exitCode()).as(match.text()).isZero();
  }

  @Test
  void a_claim_that_was_changed_is_not_good() throws Exception {
    String claim = claim().toString();
    for (String changed :
        List.of(
            claim.replace("\"b\":true", "\"b\":false"),
            claim.replace("invoice-bot", "invoice-b0t"),
            claim.replace("\"certId\":null", "\"certId\":\"crt_1\""),
            claim.replace("\"signature\":\"", "\"signature\":\"A"),
            claim.replaceFirst("\"signature\":\".", "\"signature\":\"_"))) {
      Said match = verify(changed, keys());
      assertThat(match.exitCode()).as(match.text()).isEqualTo(1);
      assertThat(match.text()).startsWith("NOT GOOD: the signature");
    }
    assertThat(verify(claim.replaceFirst("\\{", "{\"scope\":\"all\","), keys()).text())
        .contains("unknown ['scope']");
  }

  @Test
  void a_claim_is_good_for_its_time() throws Exception {
    JsonNode claim = claim();
    String ends = claim.path("expiresAt").asText();
    String begins = claim.path("notBefore").asText();
    String last = Json.time(java.time.Instant.parse(ends).minus(Duration.ofMillis(1)));
    String early = Json.time(java.time.Instant.parse(begins).minus(Duration.ofMillis(1)));

    assertThat(verify(claim.toString(), keys(), begins).exitCode()).isZero();
    assertThat(verify(claim.toString(), keys(), last).exitCode()).isZero();
    assertThat(verify(claim.toString(), keys(), ends).text()).contains("it ended at " + ends);
    assertThat(verify(claim.toString(), keys(), early).text()).contains("it begins at " + begins);
  }

  @Test
  void what_only_the_service_can_check_is_stated() throws Exception {
    Said match = verify(site.issue().toString(), keys());

    assertThat(match.exitCode()).isEqualTo(1);
    assertThat(match.text()).contains("'hmac-sha256', which only the service can check");
  }

  @Test
  void a_key_of_another_issuer_is_not_accepted() throws Exception {
    JsonNode claim = claim();
    String other = Ed25519.generate().open();
    String x = jwk(claim).path("x").asText();

    assertThat(verify(claim.toString(), keys().replace(x, other)).exitCode()).isEqualTo(1);
    assertThat(verify(claim.toString(), "{\"keys\":[]}").text()).contains("there is no key");
  }

  @Test
  void what_cannot_be_read_is_distinguished_from_what_is_wrong() throws Exception {
    String claim = claim().toString();

    assertThat(verify("{", keys()).exitCode()).isEqualTo(2);
    assertThat(verify(claim, "[]").exitCode()).isEqualTo(2);
    assertThat(verify(claim.replace("1.0E21", "1e999"), keys()).exitCode()).isEqualTo(2);
    assertThat(verify(claim, keys(), "today").exitCode()).isEqualTo(2);
  }
}
