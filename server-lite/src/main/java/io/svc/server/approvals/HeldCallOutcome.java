package io.svc.server.approvals;

import io.svc.server.http.ErrorCode;
import java.util.Map;

/** The outcome for a caller that waits for approval of its call. */
public sealed interface HeldCallOutcome {
  /**
   * Approval is pending.
   *
   * @param body the response body, in snake_case
   * @param pollSeconds recommended polling interval in seconds
   */
  record Pending(Map<String, Object> body, int pollSeconds) implements HeldCallOutcome {}

  /** The call was sent, and this is its response, which is returned once. */
  record Completed(HeldCallResponse answer, String decisionId) implements HeldCallOutcome {}

  /** The call is not sent, or its response is no longer available. */
  record Rejected(ErrorCode code, String message) implements HeldCallOutcome {}
}
