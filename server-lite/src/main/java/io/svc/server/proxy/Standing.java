package io.svc.server.proxy;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ErrorCode;

/** How it stands with a call that waits for people. */
public sealed interface Standing {
  /**
   * Nobody has decided yet.
   *
   * @param body what the caller is told
   * @param pollSeconds after which it is worth asking again
   */
  record Pending(JsonNode body, int pollSeconds) implements Standing {
    public Pending {
      requireNonNull(body, "body is null");
    }
  }

  /** They agreed, and it was sent. */
  record Executed(ProxyReply reply) implements Standing {
    public Executed {
      requireNonNull(reply, "reply is null");
    }
  }

  /** It will not be sent. */
  record Refused(ErrorCode code, String message) implements Standing {
    public Refused {
      requireNonNull(code, "code is null");
      requireNonNull(message, "message is null");
    }
  }
}
