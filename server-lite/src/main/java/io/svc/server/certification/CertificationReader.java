package io.svc.server.certification;

import io.svc.server.agents.PlatformName;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Optional;

/** Reads requests. Text from callers is masked before it is stored. */
final class CertificationReader {
  private static final int LONGEST_NAME = 300;
  private static final int LONGEST_REASON = 2_000;
  private static final int MAX = 200;

  private final Masking masking = new Masking();

  CertificationRequest several(Fields body, Caller caller) {
    List<String> ids =
        body.texts("workflow_ids", MAX, LONGEST_NAME).stream()
            .map(id -> masking.text(id.strip()))
            .distinct()
            .toList();
    int sent = body.value("workflow_ids").size();
    if (sent == 0 || ids.contains("")) {
      body.problem(
          "required",
          "workflow_ids",
          "\"workflow_ids\" is empty or contains an empty name; expected 1 to "
              + MAX
              + " workflows.");
    }
    return order(body, caller, ids);
  }

  CertificationRequest readSingle(Fields body, Caller caller) {
    return order(body, caller, List.of(masking.text(body.text("workflow_id", 1, LONGEST_NAME))));
  }

  private CertificationRequest order(Fields body, Caller caller, List<String> ids) {
    body.optionalText("org_id", LONGEST_NAME).ifPresent(named -> requireOwnOrg(named, caller));
    Optional<String> platform = body.optionalText("platform", LONGEST_NAME).map(PlatformName::of);
    String by = responsiblePerson(body, caller, "certified_by");
    Optional<String> fingerprint = fingerprint(body);
    if (fingerprint.isPresent() && ids.size() > 1) {
      body.problem(
          "invalid",
          "fingerprint",
          "\"fingerprint\" applies to one workflow, but several are specified.");
    }
    body.metadata();
    body.check();
    return new CertificationRequest(ids, platform, by, fingerprint);
  }

  /**
   * Rejects a request for another organization.
   *
   * @throws ApiException when the organization differs
   */
  static void requireOwnOrg(String org, Caller caller) {
    if (!org.equals(caller.tenant().value())) {
      throw new ApiException(
          ErrorCode.ORG_MISMATCH,
          "You belong to \""
              + caller.tenant().value()
              + "\", and \"org_id\" names another organization.");
    }
  }

  /**
   * Returns the responsible person: named by the request for API keys, otherwise the signed-in
   * user.
   */
  String responsiblePerson(Fields body, Caller caller, String field) {
    Optional<String> named = body.optionalText(field, LONGEST_NAME);
    if (caller.kind() == Caller.Kind.USER) {
      named
          .filter(name -> !name.equals(caller.name()) && !name.equals(caller.id()))
          .ifPresent(
              name ->
                  body.problem(
                      "invalid",
                      field,
                      "\""
                          + field
                          + "\" is \""
                          + MessageTexts.shown(name)
                          + "\", and you are \""
                          + caller.name()
                          + "\"; omit it, or specify yourself."));
      return caller.name();
    }
    return named.map(masking::text).orElse(caller.name());
  }

  /** Returns the fingerprint that the caller reviewed, if it was sent. */
  Optional<String> fingerprint(Fields body) {
    return body.optionalText("fingerprint", 100);
  }

  String reason(Fields body) {
    return masking.text(body.text("reason", 1, LONGEST_REASON));
  }
}
