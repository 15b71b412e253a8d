package io.svc.server.reports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.svc.server.attestation.DocumentSigner;
import io.svc.server.attestation.SigningAlgorithm;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;

/**
 * Verifies an exported report without a store: that the manifest has the hash of its rows, and that
 * a trusted key signed the manifest. Reads row by row, with constant memory.
 */
public final class ReportVerifier {
  private final MessageDigest hash = RowSerializer.sha256();
  private JsonNode manifest = JsonNodeFactory.instance.missingNode();
  private JsonNode signature = JsonNodeFactory.instance.missingNode();
  private boolean hasRows;
  private long rows;

  private ReportVerifier() {}

  /**
   * Verifies a report.
   *
   * @param keys Ed25519 public keys in base64url, by their identifiers; one with an empty
   *     identifier is used for any key that the manifest names
   * @throws IOException when it cannot be read
   */
  public static ReportVerdict verify(InputStream export, Map<String, String> keys)
      throws IOException {
    ReportVerifier verifier = new ReportVerifier();
    Optional<String> problem;
    try (JsonParser parser = Json.parser(export)) {
      problem = verifier.read(parser);
    } catch (JsonProcessingException e) {
      problem = Optional.of("it is not JSON");
    } catch (CharacterCodingException e) {
      problem = Optional.of("it is not UTF-8");
    } catch (IllegalStateException | IllegalArgumentException e) {
      problem = Optional.of("it contains unexpected content");
    }
    return verifier.verdict(problem.or(() -> verifier.problem(keys)));
  }

  private Optional<String> read(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return Optional.of("it is not an exported report");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "manifest" -> manifest = parser.readValueAsTree();
        case "signature" -> signature = parser.readValueAsTree();
        case "rows" -> {
          if (!readRows(parser)) {
            return Optional.of("its rows are not a list of objects");
          }
        }
        default -> {
          return Optional.of("it contains unexpected content");
        }
      }
    }
    return parser.nextToken() == null
        ? Optional.empty()
        : Optional.of("it has content after its end");
  }

  private boolean readRows(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return false;
    }
    hasRows = true;
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      JsonNode row = parser.readValueAsTree();
      hash.update((Json.canonical(row) + "\n").getBytes(StandardCharsets.UTF_8));
      rows++;
    }
    return parser.currentToken() == JsonToken.END_ARRAY;
  }

  private Optional<String> problem(Map<String, String> keys) {
    if (!manifest.path("format").asText().equals(ReportManifest.FORMAT) || !hasRows) {
      return Optional.of(
          "it is not an exported report (\"format\" is not " + ReportManifest.FORMAT + ")");
    }
    if (manifest.path("rowCount").asLong() != rows) {
      return Optional.of(
          "it has " + rows + " rows, but the manifest lists " + manifest.path("rowCount"));
    }
    if (!RowSerializer.formatDigest(hash).equals(manifest.path("contentHash").asText())) {
      return Optional.of("its rows differ from the signed rows");
    }
    String keyId = manifest.path("keyId").asText();
    Optional<String> key =
        Optional.ofNullable(keys.get(keyId)).or(() -> Optional.ofNullable(keys.get("")));
    if (key.isEmpty()) {
      return Optional.of(
          "it was signed with " + keyId + ", which is not one of the specified" + " keys");
    }
    boolean isSigned =
        signature.path("algorithm").asText().equals(SigningAlgorithm.ED25519.toString())
            && DocumentSigner.verifies(
                key.get(), Json.canonical(manifest), signature.path("value").asText());
    return isSigned ? Optional.empty() : Optional.of("its signature does not match the key");
  }

  private ReportVerdict verdict(Optional<String> problem) {
    return new ReportVerdict(
        problem.isEmpty(),
        problem,
        manifest.path("reportId").asText(),
        manifest.path("keyId").asText(),
        rows);
  }

  /**
   * The result of the verification of an exported report.
   *
   * @param reason why the verification failed; empty if it succeeded
   * @param reportId the identifier in the manifest
   * @param keyId the signing key, according to the manifest
   * @param rows the number of verified rows
   */
  public record ReportVerdict(
      boolean ok, Optional<String> reason, String reportId, String keyId, long rows) {}
}
