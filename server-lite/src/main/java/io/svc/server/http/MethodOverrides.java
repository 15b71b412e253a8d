package io.svc.server.http;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Takes no header's word for the method of a request. Javalin would let a {@code GET} with {@code
 * X-HTTP-Method-Override: DELETE} be a {@code DELETE}, which whoever stands in front of the server,
 * and whoever reads its log, saw as a {@code GET}. Nor are such headers passed on: what an agent
 * was allowed to do is what the other side is asked for.
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
    HttpFields left = headers.asImmutable();
    return new Request.Wrapper(request) {
      @Override
      public HttpFields getHeaders() {
        return left;
      }
    };
  }
}
