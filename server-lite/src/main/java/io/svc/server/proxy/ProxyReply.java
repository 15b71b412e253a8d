package io.svc.server.proxy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stored response to a held call.
 *
 * @param headers headers by name, in order
 * @param body the stored part of the body
 * @param truncated whether the body was longer
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on input and output, and never compared.
public record ProxyReply(
    int status, Map<String, List<String>> headers, byte[] body, boolean truncated) {
  public ProxyReply {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
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
