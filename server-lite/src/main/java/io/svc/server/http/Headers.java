package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Request;

/** The headers of every response (OWASP Secure Headers Project). */
final class Headers {
  private static final Map<String, String> ALWAYS = always();

  private static final List<HttpField> ENCODED =
      ALWAYS.entrySet().stream()
          .<HttpField>map(header -> new PreEncodedHttpField(header.getKey(), header.getValue()))
          .toList();

  private final ClientAddress address;

  Headers(ClientAddress address) {
    this.address = address;
  }

  private static Map<String, String> always() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(
        "Content-Security-Policy",
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    headers.put("Cache-Control", "no-store");
    return headers;
  }

  static Map<String, String> values() {
    return ALWAYS;
  }

  /** Adds the constant headers to a response as bytes. Routes can replace them. */
  static Request customize(Request request, HttpFields.Mutable response) {
    ENCODED.forEach(response::add);
    return request;
  }

  void set(Context ctx) {
    ctx.header("X-Request-Id", requireNonNull(ctx.attribute(Call.REQUEST_ID)));
    if (address.isSecure(ctx)) {
      ctx.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    }
  }
}
