package io.svc.server.http;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Ignores headers that override the method of a request. Javalin would treat a {@code GET} with
 * {@code X-HTTP-Method-Override: DELETE} as a {@code DELETE}, while proxies and logs show a {@code
 * GET}. Such headers are not forwarded either, so the other server executes the method that the
 * agent was allowed to use.
 */
final class MethodOverrides implements HttpConfiguration.Customizer {
  private static final List<String> NAMES =
      List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override");

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    if (NAMES.stream().noneMatch(request.getHeaders()::contains)) {
      return request;
    }
    HttpFields.Mutable headers = HttpFields.build(request.getHeaders());
    NAMES.forEach(headers::remove);
    HttpFields remainingHeaders = headers.asImmutable();
    return new Request.Wrapper(request) {
      @Override
      public HttpFields getHeaders() {
        return remainingHeaders;
      }
    };
  }
}
