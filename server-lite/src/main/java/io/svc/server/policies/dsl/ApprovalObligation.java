package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The required approval: approvers, channels and timeout.
 *
 * @param group empty for all approvers
 * @param channels where approvers are notified, such as {@code email}, sorted; empty for all
 */
public record ApprovalObligation(
    Optional<String> group, int timeoutSeconds, int approvalsRequired, List<String> channels) {
  /** The default timeout of an approval; a tenant can change it. */
  public static final int DEFAULT_TIMEOUT = 900;

  /** The default for a rule that only requires approval. */
  public static final ApprovalObligation DEFAULT =
      new ApprovalObligation(Optional.empty(), DEFAULT_TIMEOUT, 1, List.of());

  public ApprovalObligation {
    channels = List.copyOf(new TreeSet<>(channels));
    if (timeoutSeconds < 1 || approvalsRequired < 1) {
      throw new IllegalArgumentException("timeoutSeconds and approvalsRequired begin at 1");
    }
  }

  JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    group.ifPresent(name -> json.put("group", name));
    json.put("timeout_seconds", timeoutSeconds);
    json.put("approvals_required", approvalsRequired);
    json.set("channels", JsonValues.node(channels));
    return json;
  }

  static ApprovalObligation fromJson(JsonNode json) {
    List<String> channels = new ArrayList<>();
    json.path("channels").forEach(channel -> channels.add(channel.asText()));
    return new ApprovalObligation(
        Optional.ofNullable(json.get("group")).map(JsonNode::asText),
        json.path("timeout_seconds").asInt(DEFAULT_TIMEOUT),
        json.path("approvals_required").asInt(1),
        channels);
  }
}
