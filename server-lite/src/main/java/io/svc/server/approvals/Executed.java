package io.svc.server.approvals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What another server answered a held call with.
 *
 * @param headers those that its caller may see
 * @param truncated whether the body was longer than what is here
 */
@SuppressWarnings("ArrayRecordComponent") // Copied in and out, and never compared.
public record Executed(
    int status, Map<String, List<String>> headers, byte[] body, boolean truncated) {
  public Executed {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    headers = java.util.Collections.unmodifiableMap(copy);
    body = body.clone();
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  /** Without headers and body, which are another's. */
  @Override
  public String toString() {
    return "status " + status;
  }
}
