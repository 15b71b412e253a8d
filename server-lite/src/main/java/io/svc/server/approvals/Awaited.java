package io.svc.server.approvals;

import static java.util.Objects.requireNonNull;

import io.svc.server.http.ErrorCode;
import java.util.Map;

/** How things stand for a caller that waits for people to agree to its call. */
public sealed interface Awaited {
  /**
   * It still waits.
   *
   * @param body what it is answered, in snake_case
   * @param pollSeconds after which it is worth asking again
   */
  record Pending(Map<String, Object> body, int pollSeconds) implements Awaited {
    public Pending {
      requireNonNull(body, "body is null");
    }
  }

  /** The call was sent, and this is the answer; it is handed out once. */
  record Done(Executed answer, String decisionId) implements Awaited {
    public Done {
      requireNonNull(answer, "answer is null");
      requireNonNull(decisionId, "decisionId is null");
    }
  }

  /** The call is not sent, or there is no answer any more. */
  record Refused(ErrorCode code, String message) implements Awaited {
    public Refused {
      requireNonNull(code, "code is null");
      requireNonNull(message, "message is null");
    }
  }
}
