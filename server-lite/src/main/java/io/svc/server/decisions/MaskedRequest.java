package io.svc.server.decisions;

import io.svc.server.policies.dsl.Facts;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Optional;

/**
 * What was asked, as it may be stored: without secrets, and of the destination no more than the
 * host, since its path and query are nobody's business later.
 *
 * @param path of the destination, without its query: for people who are asked to agree alone
 * @param justification for the same people
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

  static MaskedRequest of(EvalRequest request, Facts facts, Masking masking) {
    EvalRequest.Action action = request.action();
    Optional<Facts.Destination> destination = facts.destination();
    return new MaskedRequest(
        masking.text(action.type()),
        masking.text(action.server()),
        masking.text(action.tool()),
        masking.text(action.operation()),
        masking.text(action.method()),
        destination.map(to -> masking.value(to.host())).orElse(""),
        masking.text(ApprovalAsk.path(destination)),
        masking.text(request.context().justification()),
        masking.text(action.peer()),
        masking.text(request.context().step()),
        masking.text(request.context().user()),
        request.data().classification().stream().map(masking::text).toList(),
        request.trigger().map(masking::text).orElse(""),
        request.traceId().map(masking::text).orElse(""));
  }
}
