package io.svc.server.http;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * An error in Protocol Buffers, for clients that send Protocol Buffers: the first two fields of the
 * message {@code google.rpc.Status} (OTLP 1.x, section "OTLP/HTTP Response", "Failures"). No
 * dependency contains its class, and two fields do not justify a new one.
 */
final class RpcStatus {
  /** The media type of Protocol Buffers. */
  static final String TYPE = "application/x-protobuf";

  private static final int CODE = 1;
  private static final int MESSAGE = 2;

  private RpcStatus() {}

  static byte[] bytes(ApiException e) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CodedOutputStream fields = CodedOutputStream.newInstance(out);
    try {
      fields.writeInt32(CODE, code(e.code().status()));
      fields.writeString(MESSAGE, e.getMessage());
      fields.flush();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  /** Returns the number of a {@code google.rpc.Code}. */
  private static int code(int status) {
    return switch (status) {
      case 400, 415 -> 3; // INVALID_ARGUMENT
      case 401 -> 16; // UNAUTHENTICATED
      case 403 -> 7; // PERMISSION_DENIED
      case 404 -> 5; // NOT_FOUND
      case 413, 429 -> 8; // RESOURCE_EXHAUSTED
      case 503 -> 14; // UNAVAILABLE
      default -> status >= 500 ? 13 : 2; // INTERNAL, UNKNOWN
    };
  }
}
