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

/** A request and its response in raw form, for routes that forward them. */
public final class RawExchange {
  private final Context ctx;

  /** A header. {@code toString} omits the value, which may be a secret. */
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

  /** The raw text after the prefix of the route; empty for the route itself. */
  public Optional<String> target() {
    return Optional.ofNullable((String) ctx.req().getAttribute(RawTargets.ATTRIBUTE));
  }

  /** The raw query without its question mark. */
  public Optional<String> query() {
    return Optional.ofNullable(ctx.req().getQueryString());
  }

  /**
   * All headers, in the order of their names; headers with the same name in their original order.
   */
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

  /** Returns whether there is a body, possibly an empty one. */
  public boolean hasBody() {
    return ctx.req().getContentLengthLong() >= 0 || ctx.header("Transfer-Encoding") != null;
  }

  /** The declared length of the body. */
  public OptionalLong length() {
    long length = ctx.req().getContentLengthLong();
    return length < 0 ? OptionalLong.empty() : OptionalLong.of(length);
  }

  /** The body as a stream. */
  public InputStream body() throws IOException {
    return ctx.req().getInputStream();
  }

  /** Sets a response header, whether this service or the other server responds. */
  public void mark(String name, String value) {
    ctx.header(name, value);
  }

  /**
   * Starts a response with these headers, without the standard headers of this service.
   *
   * @param length the length of the body; empty when it is not known in advance
   */
  public OutputStream begin(int status, List<Header> headers, OptionalLong length) {
    HttpServletResponse response = ctx.res();
    response.reset();
    // Javalin writes its own status at the end.
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

  /** Closes the connection, so that the client detects an incomplete response. */
  public void abort() {
    ServletContextRequest.getServletContextRequest(ctx.req())
        .getConnectionMetaData()
        .getConnection()
        .getEndPoint()
        .close();
  }
}
