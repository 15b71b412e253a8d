package io.svc.server.http;

import java.util.Set;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Preserves the raw path of requests that are forwarded to other servers. The text after {@link
 * #PREFIX} is another server's path, in which {@code %2F}, {@code //} and the like have the meaning
 * that this server defines; routes get {@link #ROUTE} instead. All other paths follow the default
 * rules, which reject ambiguous paths.
 */
final class RawTargets extends Handler.Wrapper {
  static final String PREFIX = "/v1/proxy/";

  /** The path that routes see; its last part is {@code {target}}. */
  static final String ROUTE = PREFIX + "-";

  /** The attribute with the complete path after the prefix. */
  static final String ATTRIBUTE = "svc.raw-target";

  /** The connector's rules, which accept these paths so that this handler can check them. */
  static final UriCompliance CONNECTION =
      UriCompliance.DEFAULT.with(
          "passed on",
          UriCompliance.Violation.AMBIGUOUS_PATH_SEGMENT,
          UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT,
          UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
          UriCompliance.Violation.AMBIGUOUS_PATH_PARAMETER,
          UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
          UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS,
          UriCompliance.Violation.ILLEGAL_PATH_CHARACTERS);

  private static final Set<String> HTTP = Set.of("http", "https");

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    HttpURI uri = request.getHttpURI();
    String path = uri.getPath();
    if (path != null && path.startsWith(PREFIX)) {
      request.setAttribute(ATTRIBUTE, path.substring(PREFIX.length()));
      HttpURI.Mutable plain = HttpURI.build();
      if (uri.getScheme() != null && HTTP.contains(uri.getScheme())) {
        plain.scheme(uri.getScheme()).authority(uri.getAuthority());
      }
      plain.path(ROUTE).query(uri.getQuery());
      return super.handle(Request.serveAs(request, plain.asImmutable()), response, callback);
    }
    if (!uri.getViolations().stream().allMatch(UriCompliance.DEFAULT::allows)) {
      Response.writeError(request, response, callback, 400);
      return true;
    }
    return super.handle(request, response, callback);
  }
}
