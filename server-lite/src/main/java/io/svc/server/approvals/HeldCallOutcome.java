package io.svc.server.approvals;

import io.svc.server.http.ErrorCode;
import java.util.Map;

/** How things stand for a caller that waits for people to agree to its call. */
public sealed interface HeldCallOutcome {
  /**
   * It still waits.
   *
   * @param body what it is answered, in snake_case
   * @param pollSeconds after which it is worth asking again
   */
  record Pending(Map<String, Object> body, int pollSeconds) implements HeldCallOutcome {}

  /** The call was sent, and this is the answer; it is handed out once. */
  record Done(Executed answer, String decisionId) implements HeldCallOutcome {}

  /** The call is not sent, or there is no answer any more. */
  record Refused(ErrorCode code, String message) implements HeldCallOutcome {}
}
