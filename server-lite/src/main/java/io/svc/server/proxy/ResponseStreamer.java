package io.svc.server.proxy;

import io.svc.server.egress.StreamedResponse;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RawExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Streams a response to the caller. Only one chunk is buffered, so a slow caller slows down the
 * other server. When the response is aborted, so is the one to the caller, who therefore does not
 * mistake a part for the complete response.
 */
final class ResponseStreamer {
  private static final int PIECE = 16 * 1024;

  /** The limit of the HTTP server, minus room for added headers. */
  private static final int LARGEST_HEAD = 60 * 1024;

  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private final RawExchange raw;
  private final ProxyExchange exchange;
  private final boolean cookies;

  ResponseStreamer(RawExchange raw, ProxyExchange exchange, boolean cookies) {
    this.raw = raw;
    this.exchange = exchange;
    this.cookies = cookies;
  }

  /** Returns the headers that identify the decision. */
  static List<RawExchange.Header> marks(
      String requestId, Optional<String> decisionId, String decision) {
    List<RawExchange.Header> marks = new ArrayList<>();
    marks.add(new RawExchange.Header("X-Svc-Request-Id", requestId));
    decisionId.ifPresent(id -> marks.add(new RawExchange.Header("X-Svc-Decision-Id", id)));
    marks.add(new RawExchange.Header("X-Svc-Decision", decision));
    return marks;
  }

  static boolean hasNoBody(String method, int status) {
    return method.equals("HEAD") || status == NO_CONTENT || status == NOT_MODIFIED;
  }

  void pass(StreamedResponse answer, String requestId) throws IOException {
    List<RawExchange.Header> headers =
        new ArrayList<>(PassedHeaders.back(answer.headers(), cookies));
    headers.addAll(marks(requestId, exchange.plan().decisionId(), exchange.plan().decision()));
    if (headers.stream().mapToInt(h -> h.name().length() + h.value().length() + 4).sum()
        > LARGEST_HEAD) {
      throw new ApiException(
          ErrorCode.UPSTREAM_ERROR,
          "\"" + exchange.plan().target().host() + "\" sent headers that are too long.");
    }
    if (hasNoBody(raw.method(), answer.status())) {
      OptionalLong contentLength =
          raw.method().equals("HEAD")
              ? PassedHeaders.contentLength(answer.headers())
              : OptionalLong.empty();
      raw.begin(answer.status(), headers, contentLength);
      return;
    }
    copy(answer, headers);
  }

  private void copy(StreamedResponse answer, List<RawExchange.Header> headers) throws IOException {
    byte[] piece = new byte[PIECE];
    InputStream from = answer.body();
    int read;
    try {
      read = from.read(piece);
    } catch (IOException e) {
      // Nothing was returned yet, so an error can still be reported.
      throw ProxyForwarder.abortedResponse(exchange.plan().target(), e);
    }
    try (OutputStream to = raw.begin(answer.status(), headers, answer.length())) {
      while (read >= 0) {
        to.write(piece, 0, read);
        exchange.received(read);
        if (answer.length().isEmpty()) {
          // A client of a streamed response expects each chunk immediately.
          to.flush();
        }
        try {
          read = from.read(piece);
        } catch (IOException e) {
          exchange.failed(ErrorCode.UPSTREAM_ERROR);
          raw.abort();
          return;
        }
      }
    }
  }
}
