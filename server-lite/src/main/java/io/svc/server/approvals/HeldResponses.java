package io.svc.server.approvals;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Responses to held calls: sealed, stored for 15 minutes, returned once. */
final class HeldResponses {
  private final Keyring keyring;

  HeldResponses(Keyring keyring) {
    this.keyring = keyring;
  }

  private static String use(OrgId org, String approvalId) {
    return "answer " + org.value() + " " + approvalId;
  }

  /** Seals a response. Not for use in the transaction that stores it. */
  String seal(OrgId org, String approvalId, HeldCallResponse executed) {
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("status", executed.status());
    response.put("headers", executed.headers());
    response.put("body", Base64.getEncoder().encodeToString(executed.body()));
    response.put("truncated", executed.truncated());
    return keyring.seal(use(org, approvalId), Json.text(response));
  }

  void store(Tx tx, OrgId org, Approval approval, HeldCallResponse executed, String sealed) {
    tx.on(RecordStore.class)
        .keep(
            org,
            approval.approvalId(),
            RecordStore.PayloadKind.ANSWER,
            sealed,
            Optional.of(tx.now().plus(ApprovalTransitions.USABLE)));
    tx.on(ApprovalStore.class)
        .executed(org, approval.approvalId(), executed.status(), executed.truncated(), tx.now());
  }

  /** Returns the sealed response; empty when it was already returned or has expired. */
  Optional<String> peek(Tx tx, OrgId org, String approvalId) {
    return tx.on(RecordStore.class)
        .sealedPayload(org, approvalId, RecordStore.PayloadKind.ANSWER, tx.now());
  }

  /** Decrypts a sealed response; empty when it was sealed with another key. */
  Optional<HeldCallResponse> open(OrgId org, String approvalId, String sealed) {
    return keyring.open(use(org, approvalId), sealed).map(text -> executed(Json.readStored(text)));
  }

  private static HeldCallResponse executed(JsonNode response) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    response
        .path("headers")
        .properties()
        .forEach(
            header -> {
              List<String> values = new ArrayList<>();
              header.getValue().forEach(value -> values.add(value.asText()));
              headers.put(header.getKey(), values);
            });
    return new HeldCallResponse(
        response.path("status").asInt(),
        headers,
        Base64.getDecoder().decode(response.path("body").asText()),
        response.path("truncated").asBoolean());
  }

  /**
   * Returns the sealed response and deletes it; empty when it was already returned or has expired.
   */
  Optional<String> consume(Tx tx, OrgId org, Approval approval) {
    Optional<String> sealed = peek(tx, org, approval.approvalId());
    if (sealed.isEmpty()
        || tx.on(ApprovalStore.class).replayed(org, approval.approvalId(), tx.now()) == 0) {
      return Optional.empty();
    }
    tx.on(RecordStore.class).wipe(org, approval.approvalId());
    return sealed;
  }
}
