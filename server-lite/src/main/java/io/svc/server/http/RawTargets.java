package io.svc.server.http;

import java.util.Set;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Keeps the path of what is passed on to other servers to the letter. Behind {@link #PREFIX} stands
 * another server's path, in which {@code %2F}, {@code //} and the like mean what that server takes
 * them for; routes see {@link #ROUTE} in its place. All other paths are held to the usual rules, in
 * which nothing ambiguous is taken.
 */
final class RawTargets extends Handler.Wrapper {
  static final String PREFIX = "/v1/proxy/";

  /** What routes see of it, of which {@code {target}} is the last part. */
  static final String ROUTE = PREFIX + "-";

  /** The attribute with all of the path behind the prefix. */
  static final String ATTRIBUTE = "svc.raw-target";

  /** What the connection lets through, so that this can look at it. */
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
