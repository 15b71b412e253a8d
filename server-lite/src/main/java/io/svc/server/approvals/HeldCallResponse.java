package io.svc.server.approvals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The response of another server to a held call.
 *
 * @param headers the headers that the caller may see
 * @param truncated whether the body was longer than the stored part
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on input and output, and never compared.
public record HeldCallResponse(
    int status, Map<String, List<String>> headers, byte[] body, boolean truncated) {
  public HeldCallResponse {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    headers = java.util.Collections.unmodifiableMap(copy);
    body = body.clone();
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  /** Omits headers and body, because they may contain external data. */
  @Override
  public String toString() {
    return "status " + status;
  }
}
