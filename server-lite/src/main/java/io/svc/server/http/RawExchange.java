package io.svc.server.http;

import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** A request and its answer as they are on the wire, for routes that pass them on. */
public final class RawExchange {
  private final Context ctx;

  /** A header; its text is without the value, which may be a secret. */
  public record Header(String name, String value) {
    @Override
    public String toString() {
      return name;
    }
  }

  RawExchange(Context ctx) {
    this.ctx = ctx;
  }

  public String method() {
    return ctx.req().getMethod();
  }

  /** What stands behind the prefix of the route, to the letter; empty for the route itself. */
  public Optional<String> target() {
    return Optional.ofNullable((String) ctx.req().getAttribute(RawTargets.ATTRIBUTE));
  }

  /** The query, to the letter and without its question mark. */
  public Optional<String> query() {
    return Optional.ofNullable(ctx.req().getQueryString());
  }

  /** All headers, in the order of their names; those of one name in theirs. */
  public List<Header> headers() {
    List<Header> headers = new ArrayList<>();
    for (String name : new java.util.LinkedHashSet<>(list(ctx.req().getHeaderNames()))) {
      for (String value : list(ctx.req().getHeaders(name))) {
        headers.add(new Header(name, value));
      }
    }
    return headers;
  }

  private static List<String> list(java.util.Enumeration<String> all) {
    return Collections.list(all);
  }

  /** Whether there is a body, be it an empty one. */
  public boolean hasBody() {
    return ctx.req().getContentLengthLong() >= 0 || ctx.header("Transfer-Encoding") != null;
  }

  /** How long the body says it is. */
  public OptionalLong length() {
    long length = ctx.req().getContentLengthLong();
    return length < 0 ? OptionalLong.empty() : OptionalLong.of(length);
  }

  /** The body, as it comes. */
  public InputStream body() throws IOException {
    return ctx.req().getInputStream();
  }

  /** Sets a header of the answer, whoever gives it in the end. */
  public void mark(String name, String value) {
    ctx.header(name, value);
  }

  /**
   * Begins an answer with these headers, and none that this service gives otherwise.
   *
   * @param length of the body; empty when that is not known before its end
   */
  public OutputStream begin(int status, List<Header> headers, OptionalLong length) {
    HttpServletResponse response = ctx.res();
    response.reset();
    // Javalin writes what it takes for the status once more.
    ctx.status(status);
    Set<String> seen = new HashSet<>();
    for (Header header : headers) {
      if (seen.add(header.name().toLowerCase(Locale.ROOT))) {
        response.setHeader(header.name(), header.value());
      } else {
        response.addHeader(header.name(), header.value());
      }
    }
    length.ifPresent(response::setContentLengthLong);
    try {
      return response.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the connection, so that the client sees that what it got is not all. */
  public void breakOff() {
    ServletContextRequest.getServletContextRequest(ctx.req())
        .getConnectionMetaData()
        .getConnection()
        .getEndPoint()
        .close();
  }
}
