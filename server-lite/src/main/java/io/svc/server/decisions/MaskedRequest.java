package io.svc.server.decisions;

import io.svc.server.policies.dsl.Facts;
import io.svc.server.redaction.ContentMask;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Optional;

/**
 * A request in its stored form: names without secrets, masked content, and only the host of the
 * destination.
 *
 * @param path path of the destination without its query; only for approvers
 * @param justification the justification; only for approvers
 */
record MaskedRequest(
    String action,
    String server,
    String tool,
    String operation,
    String method,
    String host,
    String path,
    String justification,
    String peer,
    String step,
    String user,
    List<String> classification,
    String trigger,
    String traceId) {

  /**
   * Returns the stored form of a request.
   *
   * @param content masks the preview for approvers; empty when no approval is requested
   */
  static MaskedRequest of(
      EvalRequest request, Facts facts, Masking masking, Optional<ContentMask> content) {
    EvalRequest.Action action = request.action();
    Optional<Facts.Destination> destination = facts.destination();
    return new MaskedRequest(
        masking.text(action.type()),
        masking.text(action.server()),
        masking.text(action.tool()),
        masking.text(action.operation()),
        masking.text(action.method()),
        destination.map(to -> masking.value(to.host())).orElse(""),
        content.map(mask -> mask.address(ApprovalRequest.path(destination))).orElse(""),
        content.map(mask -> mask.text(request.context().justification())).orElse(""),
        masking.text(action.peer()),
        masking.text(request.context().step()),
        masking.text(request.context().user()),
        request.data().classification().stream().map(masking::text).toList(),
        request.trigger().map(masking::text).orElse(""),
        request.traceId().map(masking::text).orElse(""));
  }
}
