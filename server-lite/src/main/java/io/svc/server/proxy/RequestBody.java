package io.svc.server.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.decisions.EvalRequest;
import io.svc.server.egress.OutgoingCall;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RawExchange;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The body of a call. The first MiB is inspected before the decision. A body up to this size that
 * is JSON or a form provides arguments; all other content is opaque. A longer body is streamed and
 * never held in memory.
 */
final class RequestBody {
  /** The limit of inspected and of held bodies, in bytes. */
  static final int INSPECTED = 1 << 20;

  private static final String BODY = "body";

  private enum Kind {
    JSON_OBJECT,
    /** Other JSON, which is a single argument. */
    JSON_VALUE,
    FORM,
    OPAQUE
  }

  private final Kind kind;
  private final Map<String, Object> arguments;
  private final Optional<byte[]> completeBytes;
  private final InputStream all;
  private final OptionalLong length;
  private final boolean isPresent;

  private RequestBody(
      Kind kind,
      Map<String, Object> arguments,
      Optional<byte[]> completeBytes,
      InputStream all,
      OptionalLong length,
      boolean isPresent) {
    this.kind = kind;
    this.arguments = arguments;
    this.completeBytes = completeBytes;
    this.all = all;
    this.length = length;
    this.isPresent = isPresent;
  }

  /**
   * Reads the beginning of a body.
   *
   * @param largest the maximum size in bytes
   * @throws ApiException if the announced length exceeds the maximum
   */
  static RequestBody of(RawExchange raw, long largest) throws IOException {
    if (raw.length().orElse(0) > largest) {
      throw tooLarge(largest);
    }
    if (!raw.hasBody()) {
      return complete(Kind.JSON_OBJECT, Map.of(), new byte[0], false);
    }
    InputStream in = raw.body();
    byte[] front = in.readNBytes(INSPECTED + 1);
    if (front.length <= INSPECTED) {
      return read(raw.headers(), front);
    }
    InputStream rest = new BoundedStream(in, largest - front.length);
    return new RequestBody(
        Kind.OPAQUE,
        Map.of(),
        Optional.empty(),
        new SequenceInputStream(new ByteArrayInputStream(front), rest),
        raw.length(),
        true);
  }

  private static RequestBody read(List<RawExchange.Header> headers, byte[] bytes) {
    List<String> types =
        headers.stream()
            .filter(header -> header.name().equalsIgnoreCase("content-type"))
            .map(header -> header.value().split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
            .toList();
    boolean isPacked =
        PassedHeaders.find(headers, "content-encoding")
            .filter(coding -> !coding.strip().equalsIgnoreCase("identity"))
            .isPresent();
    if (bytes.length == 0) {
      return complete(Kind.JSON_OBJECT, Map.of(), bytes, true);
    }
    // With several content types, the other server's interpretation is unknown.
    if (isPacked || types.size() != 1) {
      return complete(Kind.OPAQUE, Map.of(), bytes, true);
    }
    String type = types.get(0);
    if (type.equals("application/json") || type.endsWith("+json")) {
      return json(bytes);
    }
    if (type.equals("application/x-www-form-urlencoded")) {
      return FormBody.read(bytes)
          .map(form -> complete(Kind.FORM, form, bytes, true))
          .orElseGet(() -> complete(Kind.OPAQUE, Map.of(), bytes, true));
    }
    return complete(Kind.OPAQUE, Map.of(), bytes, true);
  }

  private static RequestBody json(byte[] bytes) {
    try {
      JsonNode node = Json.read(bytes);
      return node.isObject()
          ? complete(Kind.JSON_OBJECT, EvalRequest.Action.arguments(node), bytes, true)
          : complete(
              Kind.JSON_VALUE,
              EvalRequest.Action.arguments(Json.tree(Map.of(BODY, node))),
              bytes,
              true);
    } catch (BadJsonException e) {
      // Interpretation varies between servers, so it is opaque.
      return complete(Kind.OPAQUE, Map.of(), bytes, true);
    }
  }

  private static RequestBody complete(
      Kind kind, Map<String, Object> arguments, byte[] bytes, boolean isPresent) {
    return new RequestBody(
        kind,
        arguments,
        Optional.of(bytes),
        new ByteArrayInputStream(bytes),
        OptionalLong.of(bytes.length),
        isPresent);
  }

  /** Returns the arguments; empty for opaque content. */
  Map<String, Object> arguments() {
    return arguments;
  }

  /** Returns true when there is a body, even an empty one. */
  boolean isPresent() {
    return isPresent;
  }

  /** Returns true when there is content that the arguments do not contain. */
  boolean isOpaque() {
    return kind == Kind.OPAQUE;
  }

  /** Returns the complete body if it is short enough to hold, with changed arguments if given. */
  Optional<byte[]> completeBytes(Optional<Map<String, Object>> changed) {
    return changed.isEmpty() ? completeBytes : Optional.of(written(changed.get()));
  }

  private byte[] written(Map<String, Object> changed) {
    return switch (kind) {
      case JSON_OBJECT -> Json.bytes(changed);
      case JSON_VALUE -> Json.bytes(Json.tree(changed).path(BODY));
      case FORM -> FormBody.write(changed);
      case OPAQUE -> throw new IllegalStateException("opaque content has no arguments");
    };
  }

  /** Returns the content to send, with changed arguments if given. */
  Optional<OutgoingCall.Content> content(Optional<Map<String, Object>> changed) {
    if (!isPresent) {
      return Optional.empty();
    }
    return Optional.of(
        changed
            .map(this::written)
            .map(
                bytes ->
                    new OutgoingCall.Content(
                        new ByteArrayInputStream(bytes), OptionalLong.of(bytes.length)))
            .orElseGet(() -> new OutgoingCall.Content(all, length)));
  }

  private static ApiException tooLarge(long largest) {
    return new ApiException(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "The body is larger than the " + largest + " bytes that are accepted here.");
  }

  /** The remaining part of a body of unknown length. */
  private static final class BoundedStream extends java.io.FilterInputStream {
    private long remaining;

    BoundedStream(InputStream in, long remaining) {
      super(in);
      this.remaining = remaining;
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      remaining -= Math.max(0, read);
      if (remaining < 0) {
        throw new TooLargeException();
      }
      return read;
    }
  }

  /** Thrown when a body exceeds the limit while it is being sent. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException() {
      super("too large");
    }
  }
}
