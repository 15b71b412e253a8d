package io.svc.server.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ErrorCode;

/** How it stands with a call that waits for people. */
public sealed interface HeldCallStatus {
  /**
   * Nobody has decided yet.
   *
   * @param body what the caller is told
   * @param pollSeconds after which it is worth asking again
   */
  record Pending(JsonNode body, int pollSeconds) implements HeldCallStatus {}

  /** They agreed, and it was sent. */
  record Executed(ProxyReply reply) implements HeldCallStatus {}

  /** It will not be sent. */
  record Refused(ErrorCode code, String message) implements HeldCallStatus {}
}
