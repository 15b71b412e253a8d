package io.svc.server.http;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A refusal in Protocol Buffers, for who sent some: the message {@code google.rpc.Status} (OTLP
 * 1.x, section "OTLP/HTTP Response", "Failures"), of which the first two fields are written. Its
 * class is in none of our libraries, and two fields are no reason for one more.
 */
final class RpcStatus {
  /** What bodies in Protocol Buffers are called. */
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

  /** The numbers of {@code google.rpc.Code}. */
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
