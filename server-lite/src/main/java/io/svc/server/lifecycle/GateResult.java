package io.svc.server.lifecycle;

import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.util.List;

/**
 * The result of a gate for an agent.
 *
 * @param passed whether no item blocks
 * @param blocking keys of the items that block
 */
record GateResult(boolean passed, List<String> blocking, List<GateItem> items) {
  GateResult {
    blocking = List.copyOf(blocking);
    items = List.copyOf(items);
  }

  static GateResult of(List<GateItem> items) {
    List<String> blocking =
        items.stream().filter(item -> item.status().isBlocking()).map(GateItem::key).toList();
    return new GateResult(blocking.isEmpty(), blocking, items);
  }

  /** Returns the error for a transition that the gate does not allow. */
  ApiException unmetGate(String agent, String to) {
    return new ApiException(
        ErrorCode.GATE_BLOCKED,
        "The agent \""
            + agent
            + "\" cannot move to "
            + to
            + " yet. Failed checks: "
            + String.join(", ", blocking)
            + ".",
        items.stream()
            .filter(item -> item.status().isBlocking())
            .map(
                item ->
                    new ApiException.FieldError(
                        item.status().toString(), item.key(), item.label() + ": " + item.detail()))
            .toList());
  }
}
