package server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;

/**
 * A persistent HTTP/1.1 connection on a plain socket. The client shares the processors with the
 * server, so it copies prepared bytes and parses only the necessary parts of a response.
 */
final class Connection implements Closeable {
  private static final byte[] LENGTH = "content-length:".getBytes(ISO_8859_1);
  private static final byte[] CHUNKED = "transfer-encoding:".getBytes(ISO_8859_1);
  private static final byte[] COOKIE = "set-cookie:".getBytes(ISO_8859_1);

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String host;

  private byte[] buffer = new byte[1 << 14];
  private int position;
  private int end;

  /** A response. */
  record Reply(int status, String body, Optional<String> cookie) {}

  Connection(URI server) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    in = socket.getInputStream();
    out = socket.getOutputStream();
    host = server.getAuthority();
  }

  /** Prepares a request with placeholders for this server. */
  PreparedRequest prepare(Request request, String session) {
    return PreparedRequest.of(request, host, session, Request.PLACEHOLDERS);
  }

  /** Sends a request unchanged, and waits for the complete response. */
  Reply send(Request request, String session) throws IOException {
    return send(PreparedRequest.of(request, host, session, ""), 0);
  }

  /** Sends a prepared request with a number, and waits for the complete response. */
  Reply send(PreparedRequest request, long number) throws IOException {
    request.writeTo(out, number);
    return read();
  }

  private Reply read() throws IOException {
    int start = nextLine();
    int status = number(start + 9, start + 12, 10);
    int length = 0;
    boolean isChunked = false;
    Optional<String> cookie = Optional.empty();
    for (int line = nextLine(); lineEnd(line) > line; line = nextLine()) {
      if (startsWith(line, LENGTH)) {
        length = number(line + LENGTH.length, lineEnd(line), 10);
      } else if (startsWith(line, CHUNKED)) {
        isChunked = true;
      } else if (startsWith(line, COOKIE)) {
        String text = new String(buffer, line, lineEnd(line) - line, ISO_8859_1);
        cookie = Optional.of(text.substring(COOKIE.length).strip().split(";", 2)[0]);
      }
    }
    if (!isChunked) {
      return new Reply(status, text(length), cookie);
    }
    StringBuilder body = new StringBuilder();
    for (int size = chunk(); size > 0; size = chunk()) {
      body.append(text(size));
      nextLine();
    }
    nextLine();
    return new Reply(status, body.toString(), cookie);
  }

  private int chunk() throws IOException {
    int line = nextLine();
    int digits = line;
    while (Character.digit(buffer[digits], 16) >= 0) {
      digits++;
    }
    return number(line, digits, 16);
  }

  private String text(int length) throws IOException {
    while (end - position < length) {
      fill();
    }
    String text = new String(buffer, position, length, UTF_8);
    position += length;
    return text;
  }

  /** Moves past the next line, and returns its start. It stays in the buffer until the next call. */
  private int nextLine() throws IOException {
    int scanned = 0;
    while (true) {
      for (int i = position + scanned; i < end; i++) {
        if (buffer[i] == '\n') {
          int start = position;
          position = i + 1;
          return start;
        }
      }
      scanned = end - position;
      fill();
    }
  }

  /** The end of the line that {@link #nextLine} returned, without the line break. */
  private int lineEnd(int start) {
    int last = position - 1;
    return last > start && buffer[last - 1] == '\r' ? last - 1 : last;
  }

  private void fill() throws IOException {
    if (position > 0) {
      System.arraycopy(buffer, position, buffer, 0, end - position);
      end -= position;
      position = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, end * 2);
    }
    int read = in.read(buffer, end, buffer.length - end);
    if (read < 0) {
      throw new EOFException("the server closed the connection");
    }
    end += read;
  }

  private boolean startsWith(int start, byte[] name) {
    if (position - start < name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      byte c = buffer[start + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != name[i]) {
        return false;
      }
    }
    return true;
  }

  private int number(int from, int to, int radix) {
    int number = 0;
    for (int i = from; i < to; i++) {
      if (buffer[i] != ' ') {
        number = number * radix + Character.digit(buffer[i], radix);
      }
    }
    return number;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
