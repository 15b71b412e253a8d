package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.redaction.TenantRedactions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Opens the original of one decision for a member who gives a reason, and records it in the audit
 * log first.
 */
final class DecisionReveal {
  private final Database database;
  private final SealedOriginals originals;
  private final AuditLog audit;
  private final TenantRedactions redactions = new TenantRedactions();

  DecisionReveal(Database database, SealedOriginals originals, AuditLog audit) {
    this.database = database;
    this.originals = originals;
    this.audit = audit;
  }

  /**
   * The content of a decision, as the caller sent it.
   *
   * @param destination the URL or the host; empty when there was none
   * @param arguments an object
   * @param data its classification and its text
   */
  record Original(
      String decisionId,
      String sessionId,
      String action,
      Optional<String> server,
      Optional<String> tool,
      Optional<String> operation,
      Optional<String> method,
      Optional<String> destination,
      JsonNode arguments,
      JsonNode data,
      Optional<String> user,
      Optional<String> peer,
      Instant revealedAt) {}

  /**
   * Reveals an original.
   *
   * @throws ApiException if the decision does not exist, or its original was not stored
   */
  Original reveal(Caller caller, String decisionId, String reason) {
    OrgId org = caller.tenant();
    DecisionStore.ContentRow row =
        database
            .read(tx -> tx.on(DecisionStore.class).stored(org, decisionId))
            .orElseThrow(() -> ApiException.notFound("decision", decisionId));
    JsonNode facts = facts(org, row);
    Instant at =
        database.write(
            tx -> {
              audit.record(
                  tx,
                  caller,
                  AuditEvent.of(
                          Category.GOVERNANCE,
                          "decision.reveal",
                          "decision",
                          decisionId,
                          row.tool().isEmpty() ? row.action() : row.tool())
                      .with("reason", redactions.of(tx, org).mask().text(reason))
                      .with("sessionId", row.sessionId())
                      .with("agentId", row.agentId()));
              return tx.now();
            });
    return new Original(
        decisionId,
        row.sessionId(),
        facts.path("action").asText(),
        text(facts, "server"),
        text(facts, "tool"),
        text(facts, "operation"),
        text(facts, "method"),
        text(facts.path("destination"), "url"),
        object(facts, "args"),
        object(facts, "data"),
        text(facts, "user"),
        text(facts, "peer"),
        at);
  }

  private JsonNode facts(OrgId org, DecisionStore.ContentRow row) {
    if (row.unreplayable().equals(MaskedFacts.ARGUMENTS_TOO_LARGE)) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "The content of this action was too large to be stored; there is no original.");
    }
    if (row.sealed().isEmpty()) {
      return Json.readStored(row.facts());
    }
    return originals
        .open(org, row.decisionId(), row.sealed())
        .map(text -> OriginalFacts.read(text).facts())
        .orElseThrow(
            () ->
                new ApiException(
                    ErrorCode.CONFLICT,
                    "The original of this action was encrypted with another key and cannot be"
                        + " opened."));
  }

  private static Optional<String> text(JsonNode facts, String name) {
    return Optional.of(facts.path(name).asText()).filter(text -> !text.isEmpty());
  }

  private static JsonNode object(JsonNode facts, String name) {
    return facts.path(name).isObject() ? facts.path(name) : Json.tree(Map.of());
  }
}
