package io.svc.server.egress;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A response of another server, with any status.
 *
 * @param headers by name in lower case; several with the same name are joined by commas
 * @param took from the DNS lookup to the last byte
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on input and output, and never compared.
public record OutgoingResponse(
    int status, Map<String, String> headers, byte[] body, Duration took) {
  private static final int FIRST_OF_SUCCESS = 200;
  private static final int FIRST_NON_SUCCESS = 300;

  public OutgoingResponse {
    headers = Map.copyOf(headers);
    body = body.clone();
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  /** Returns the body, decoded as UTF-8. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Returns a header by its name in lower case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  public boolean isSuccess() {
    return status >= FIRST_OF_SUCCESS && status < FIRST_NON_SUCCESS;
  }

  /** Omits headers and body, which may be confidential. */
  @Override
  public String toString() {
    return "status " + status + " after " + took.toMillis() + " ms";
  }
}
