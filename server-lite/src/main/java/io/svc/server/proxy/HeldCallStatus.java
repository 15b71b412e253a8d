package io.svc.server.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ErrorCode;

/** The status of a call that waits for approval. */
public sealed interface HeldCallStatus {
  /**
   * Approval is pending.
   *
   * @param body the response body
   * @param pollSeconds recommended polling interval in seconds
   */
  record Pending(JsonNode body, int pollSeconds) implements HeldCallStatus {}

  /** It was approved and sent. */
  record Executed(ProxyReply reply) implements HeldCallStatus {}

  /** It will not be sent. */
  record Rejected(ErrorCode code, String message) implements HeldCallStatus {}
}
