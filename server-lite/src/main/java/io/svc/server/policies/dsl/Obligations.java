package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** The obligations of a rule, in addition to its effect. */
record Obligations(
    Optional<RedactionObligation> redaction,
    Optional<ApprovalObligation> approval,
    Optional<ExecutionRoute> route) {
  JsonNode normal() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    redaction.ifPresent(found -> json.set("redact", found.toJson()));
    approval.ifPresent(found -> json.set("approval", found.toJson()));
    route.ifPresent(found -> json.set("route", found.toJson()));
    return json;
  }
}
