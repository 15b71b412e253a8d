package server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A request as bytes, in which only the placeholders of {@link Request} and the length of the body
 * change. Used by one thread.
 */
final class PreparedRequest {
  private static final byte[] LINE_BREAK = {'\r', '\n'};

  private final byte[] head;
  private final List<byte[]> parts = new ArrayList<>();
  private final StringBuilder placeholders = new StringBuilder();
  private byte[] message = new byte[1024];
  private int length;

  private PreparedRequest(byte[] head, String body, String names) {
    this.head = head;
    int start = 0;
    for (int i = 0; i < body.length(); i++) {
      if (names.indexOf(body.charAt(i)) >= 0) {
        parts.add(body.substring(start, i).getBytes(UTF_8));
        placeholders.append(body.charAt(i));
        start = i + 1;
      }
    }
    parts.add(body.substring(start).getBytes(UTF_8));
  }

  /**
   * Prepares a request.
   *
   * @param names the characters of the body that are placeholders
   */
  static PreparedRequest of(Request request, String host, String session, String names) {
    StringBuilder head = new StringBuilder(256);
    head.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\nHost: ")
        .append(host).append("\r\n");
    if (!request.key().isEmpty()) {
      head.append("Authorization: Bearer ").append(request.key()).append("\r\n");
    } else if (!session.isEmpty()) {
      head.append("Cookie: ").append(session).append("\r\n");
    }
    if (!request.body().isEmpty()) {
      head.append("Content-Type: application/json\r\nContent-Length: ");
    }
    return new PreparedRequest(head.toString().getBytes(ISO_8859_1), request.body(), names);
  }

  /** Writes the request with a number in place of the placeholders. */
  void writeTo(OutputStream out, long number) throws IOException {
    length = 0;
    add(head);
    if (parts.size() > 1 || parts.get(0).length > 0) {
      byte[][] values = new byte[placeholders.length()][];
      int size = parts.get(0).length;
      for (int i = 0; i < values.length; i++) {
        values[i] = Request.value(placeholders.charAt(i), number).getBytes(ISO_8859_1);
        size += values[i].length + parts.get(i + 1).length;
      }
      add(Integer.toString(size).getBytes(ISO_8859_1));
      add(LINE_BREAK);
      add(LINE_BREAK);
      add(parts.get(0));
      for (int i = 0; i < values.length; i++) {
        add(values[i]);
        add(parts.get(i + 1));
      }
    } else {
      add(LINE_BREAK);
    }
    out.write(message, 0, length);
  }

  private void add(byte[] bytes) {
    if (length + bytes.length > message.length) {
      message = Arrays.copyOf(message, (length + bytes.length) * 2);
    }
    System.arraycopy(bytes, 0, message, length, bytes.length);
    length += bytes.length;
  }
}
