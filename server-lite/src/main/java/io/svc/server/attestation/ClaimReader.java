package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads requests about claims. */
final class ClaimReader {
  /** The default type of issuer-defined content. */
  static final String STATEMENT = "issuer-statement/1";

  private static final long SHORTEST = 60;
  private static final long LONGEST = 2_592_000;
  private static final long USUAL = 86_400;
  private static final int LARGEST = 16 << 10;
  private static final int DEEPEST = 16;
  private static final int LONGEST_TYPE = 200;
  private static final int LONGEST_REASON = 1_000;
  private static final Pattern TYPE = Pattern.compile("[!-~]+");

  private final Masking masking;

  ClaimReader(Masking masking) {
    this.masking = masking;
  }

  /** Reads a request to issue a claim. */
  IssueRequest order(Fields body) {
    String agentId = body.text("agentId", 1, 64);
    Duration life = Duration.ofSeconds(body.number("ttlSeconds", SHORTEST, LONGEST).orElse(USUAL));
    SigningAlgorithm algorithm =
        body.option("algorithm", SigningAlgorithm.class).orElse(SigningAlgorithm.HMAC_SHA256);
    Optional<IssueRequest.Statement> statement = statement(body);
    body.check();
    return new IssueRequest(agentId, life, algorithm, statement);
  }

  private Optional<IssueRequest.Statement> statement(Fields body) {
    Optional<String> type = body.optionalText("predicateType", LONGEST_TYPE);
    if (!body.has("predicate")) {
      if (type.filter(requestedType -> !requestedType.equals(IssueRequest.POSTURE)).isPresent()) {
        body.problem(
            "required",
            "predicate",
            "\"predicate\" is missing, and \"predicateType\" is \""
                + MessageTexts.shown(type.get())
                + "\".");
      }
      return Optional.empty();
    }
    if (type.filter(requestedType -> !TYPE.matcher(requestedType).matches()).isPresent()) {
      body.problem(
          "invalid",
          "predicateType",
          "\"predicateType\" is \""
              + MessageTexts.shown(type.get())
              + "\"; expected printable ASCII characters without spaces.");
    }
    if (type.filter(IssueRequest.POSTURE::equals).isPresent()) {
      body.problem(
          "invalid",
          "predicateType",
          "\""
              + IssueRequest.POSTURE
              + "\" is reserved for the service's own claims, which have no predicate.");
    }
    JsonNode predicate = body.object("predicate").open();
    problem(predicate)
        .ifPresent(
            problem -> body.problem("invalid", "predicate", "\"predicate\" " + problem + "."));
    return Optional.of(new IssueRequest.Statement(type.orElse(STATEMENT), predicate));
  }

  /**
   * An invalid predicate is rejected, not corrected: the signature must cover exactly what the
   * issuer sent.
   */
  private Optional<String> problem(JsonNode predicate) {
    if (!predicate.isObject()) {
      return Optional.empty();
    }
    Optional<String> problem = StrictJsonValidator.problem(predicate, DEEPEST);
    if (problem.isPresent()) {
      return problem;
    }
    if (Json.canonical(predicate).getBytes(StandardCharsets.UTF_8).length > LARGEST) {
      return Optional.of("is larger than " + LARGEST + " bytes");
    }
    if (!Json.tree(masking.members(predicate)).equals(predicate)) {
      return Optional.of("contains a possible secret, and claims are visible to other parties");
    }
    return Optional.empty();
  }

  /** Reads the reason of a revocation. */
  String reason(Fields body) {
    String reason = masking.text(body.text("reason", 1, LONGEST_REASON));
    body.check();
    return reason;
  }

  /** Reads a presented claim: the record, with its signature inside or next to it. */
  static UnverifiedClaim shown(Fields body) {
    JsonNode claim = body.object("claim").open();
    String signature =
        body.has("signature") ? body.text("signature", 1, 1_000) : claim.path("signature").asText();
    if (signature.isEmpty()) {
      body.problem("required", "signature", "\"signature\" is missing.");
    }
    body.check();
    return UnverifiedClaim.of(claim, signature);
  }

  /**
   * A request to issue a claim.
   *
   * @param statement its content; empty for the posture that the service computes
   */
  public record IssueRequest(
      String agentId, Duration life, SigningAlgorithm algorithm, Optional<Statement> statement) {
    /** The type of claims that the service issues. It is reserved. */
    public static final String POSTURE = "agent-posture/1";

    /**
     * The content of a claim.
     *
     * @param type the type of the claim, for readers
     * @param predicate an object
     */
    public record Statement(String type, JsonNode predicate) {}
  }
}
