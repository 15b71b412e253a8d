package io.svc.server.http;

import io.svc.server.db.Identifiers;
import io.svc.server.json.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Responds to requests that are rejected before routing: malformed requests, headers that are too
 * large.
 */
final class RawErrors extends ErrorHandler {
  private final Identifiers identifiers;

  RawErrors(Identifiers identifiers) {
    this.identifiers = identifiers;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    ErrorCode code =
        switch (status) {
          case 404 -> ErrorCode.NOT_FOUND;
          case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
          case 408 -> ErrorCode.REQUEST_TIMEOUT;
          case 413 -> ErrorCode.PAYLOAD_TOO_LARGE;
          case 414 -> ErrorCode.URI_TOO_LONG;
          case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
          case 431 -> ErrorCode.HEADERS_TOO_LARGE;
          case 503 -> ErrorCode.STORE_UNAVAILABLE;
          // Unsupported HTTP is an error of the client, although the status is 5xx.
          case 501, 505 -> ErrorCode.BAD_REQUEST;
          default -> status >= 500 ? ErrorCode.INTERNAL_ERROR : ErrorCode.BAD_REQUEST;
        };
    String id = identifiers.next("req_");
    byte[] body = Json.bytes(Problem.of(new ApiException(code, code.title() + "."), id));
    response.setStatus(code.status());
    Headers.values().forEach((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put("X-Request-Id", id);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    // After an unreadable request the connection cannot be reused, so the client must open a new
    // one.
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }
}
