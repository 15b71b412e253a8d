package io.svc.server.proxy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What another server answered to a held call, kept for whoever asked for it.
 *
 * @param headers by name, in their order
 * @param body as much of it as is kept
 * @param truncated whether there was more
 */
@SuppressWarnings("ArrayRecordComponent") // Copied in and out, and never compared.
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

  /** Without headers and body, which are another's. */
  @Override
  public String toString() {
    return "status " + status;
  }
}
