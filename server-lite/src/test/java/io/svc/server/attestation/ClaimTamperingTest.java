package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.Database;
import io.svc.server.json.Json;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Nobody changes a claim unnoticed: not its members, not its signature, not its algorithm. */
@Tag("thorough")
class ClaimTamperingTest {
  @TempDir private static Path directory;
  private static Database database;
  private static AttestationSite site;

  @BeforeAll
  static void start() {
    database = Stores.sqlite(directory);
    site = new AttestationSite(database, directory, HandClock.now());
    site.agents().add(site.acme(), TestAgents.OTHER);
  }

  @AfterAll
  static void stop() {
    site.close();
    database.close();
  }

  private static String reason(JsonNode claim, String signature) {
    JsonNode found = site.verify(Map.of("claim", claim, "signature", signature));
    assertThat(found.path("valid").asBoolean())
        .as("%s", found)
        .isEqualTo(found.path("reason").asText().equals("verified"));
    return found.path("reason").asText();
  }

  private static ObjectNode copy(JsonNode claim) {
    return claim.deepCopy();
  }

  /** Every value of a claim that is signed, as a pointer. */
  private static void pointers(JsonNode node, String at, List<String> found) {
    for (var member : node.properties()) {
      String pointer = at + "/" + member.getKey();
      if (at.isEmpty() && UnverifiedClaim.UNSIGNED.contains(member.getKey())) {
        continue;
      }
      found.add(pointer);
      pointers(member.getValue(), pointer, found);
    }
  }

  private static Stream<DynamicTest> each(SigningAlgorithm algorithm) {
    JsonNode claim = site.issue("algorithm", algorithm.toString());
    String signature = claim.path("signature").asText();
    List<String> pointers = new ArrayList<>();
    pointers(claim, "", pointers);
    assertThat(pointers).hasSize(ClaimDocument.MEMBERS.size() + 5 + 3);
    return pointers.stream()
        .map(
            pointer ->
                DynamicTest.dynamicTest(
                    algorithm + " " + pointer, () -> isNoticed(claim, signature, pointer)));
  }

  private static void isNoticed(JsonNode claim, String signature, String pointer) {
    int slash = pointer.lastIndexOf('/');
    String name = pointer.substring(slash + 1);

    ObjectNode without = copy(claim);
    ((ObjectNode) without.at(pointer.substring(0, slash))).remove(name);
    assertThat(reason(without, signature)).isIn("malformed", "bad_signature");

    for (JsonNode other :
        List.of(
            Json.tree("other"),
            Json.tree(7),
            Json.readStored("null"),
            Json.tree(Map.of()),
            Json.tree(List.of()),
            Json.tree(claim.at(pointer).asText() + " "),
            Json.tree(claim.at(pointer).asText().toUpperCase(java.util.Locale.ROOT)))) {
      if (!other.equals(claim.at(pointer))) {
        ObjectNode changed = copy(claim);
        ((ObjectNode) changed.at(pointer.substring(0, slash))).set(name, other);
        assertThat(reason(changed, signature))
            .as("%s as %s", pointer, other)
            .isIn("malformed", "bad_signature", "unknown_key");
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> every_member_is_signed() {
    return Stream.of(SigningAlgorithm.values()).flatMap(ClaimTamperingTest::each);
  }

  @Test
  void a_member_that_is_unknown_is_rejected_wherever_it_is() {
    JsonNode claim = site.issue();
    String signature = claim.path("signature").asText();
    ObjectNode top = copy(claim).put("scope", "everything");
    ObjectNode inside = copy(claim);
    ((ObjectNode) inside.path("predicate")).put("scope", "everything");

    assertThat(reason(top, signature)).isEqualTo("malformed");
    assertThat(reason(inside, signature)).isEqualTo("bad_signature");
  }

  @Test
  void fields_outside_of_a_claim_are_ignored() {
    JsonNode claim = site.issue();
    site.admin()
        .post(
            AttestationSite.PATH + "/" + claim.path("claimId").asText() + "/revoke",
            Map.of("reason", "It leaked."));

    ObjectNode polished = copy(claim).put("status", "valid");
    polished.putNull("revokedAt");

    assertThat(reason(polished, claim.path("signature").asText())).isEqualTo("revoked");
  }

  @Test
  void every_bit_of_a_signature_counts() {
    for (SigningAlgorithm algorithm : SigningAlgorithm.values()) {
      JsonNode claim = site.issue("algorithm", algorithm.toString());
      String signature = claim.path("signature").asText();
      for (int i = 0; i < signature.length(); i += 7) {
        assertThat(reason(claim, changed(signature, i))).isEqualTo("bad_signature");
      }
      // The last character has bits to spare, which decoders are free to leave unread.
      assertThat(reason(claim, changed(signature, signature.length() - 1)))
          .isEqualTo("bad_signature");
      for (String other :
          List.of(
              signature.substring(1),
              signature + "A",
              signature + "=",
              "A".repeat(signature.length()),
              "A",
              "?",
              "\u00e9".repeat(10))) {
        assertThat(reason(claim, other)).as(other).isEqualTo("bad_signature");
      }
    }
  }

  private static String changed(String signature, int at) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int next = (alphabet.indexOf(signature.charAt(at)) + 1) % alphabet.length();
    return signature.substring(0, at) + alphabet.charAt(next) + signature.substring(at + 1);
  }

  @Test
  void the_algorithm_is_the_keys_and_not_the_senders() {
    JsonNode claim = site.issue("algorithm", "ed25519");
    JsonNode keys = site.get(AttestationSite.PATH + "/keys").path("keys");
    ObjectNode confused =
        copy(claim).put("signingAlgorithm", "hmac-sha256").put("verifiability", "shared_secret");

    assertThat(keys.findValuesAsText("keyId")).contains(claim.path("keyId").asText());
    assertThat(reason(confused, claim.path("signature").asText())).isEqualTo("unknown_key");
  }

  @Test
  void a_signature_belongs_to_one_claim() {
    JsonNode first = site.issue();
    JsonNode second = site.issue();

    assertThat(reason(first, second.path("signature").asText())).isEqualTo("bad_signature");
  }

  @Test
  void values_that_readers_could_confuse_are_rejected() {
    JsonNode claim = site.issue("predicate", Map.of("count", 9_007_199_254_740_991L, "text", "?"));
    String signature = claim.path("signature").asText();
    String text = claim.toString();

    assertThat(raw(text, signature)).isEqualTo("verified");
    assertThat(raw(text.replace("9007199254740991", "9007199254740992"), signature))
        .isEqualTo("malformed");
    assertThat(raw(text.replace("\"?\"", "\"\\ud800\""), signature)).isEqualTo("malformed");
  }

  private static String raw(String claim, String signature) {
    Object question = "{\"claim\":" + claim + ",\"signature\":\"" + signature + "\"}";
    return site.verify(question).path("reason").asText();
  }

  @Test
  void nothing_of_what_is_shown_gets_into_the_feed_unless_it_is_known() {
    JsonNode claim = site.issue();
    ObjectNode hostile = copy(claim).put("claimId", "<script>").put("agentId", "agt_somebody");

    site.verify(Map.of("claim", hostile));

    JsonNode events = site.get(AttestationSite.PATH + "?limit=500").path("events");
    JsonNode last = events.get(events.size() - 1);
    assertThat(last.at("/payload/claim_id").isNull()).isTrue();
    assertThat(last.at("/payload/status").asText()).isEqualTo("invalid");
    assertThat(last.has("agent_id")).isFalse();
  }
}
