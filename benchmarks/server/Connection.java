package server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * One connection that stays open: HTTP/1.1 on a plain socket, as little of it as the server needs.
 * It costs the client a fraction of what java.net.http does, on a machine that both share.
 */
final class Connection implements Closeable {
  private final Socket socket;
  private final InputStream in;
  private final String host;

  /** What was answered. */
  record Reply(int status, String body, Optional<String> cookie) {}

  Connection(URI server) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    host = server.getAuthority();
  }

  /** Sends a request and waits for the whole answer. */
  Reply send(Request request, String session) throws IOException {
    byte[] body = request.body().getBytes(UTF_8);
    StringBuilder head = new StringBuilder(256);
    head.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\nHost: ")
        .append(host).append("\r\n");
    if (!request.key().isEmpty()) {
      head.append("Authorization: Bearer ").append(request.key()).append("\r\n");
    } else if (!session.isEmpty()) {
      head.append("Cookie: ").append(session).append("\r\n");
    }
    if (body.length > 0) {
      head.append("Content-Type: application/json\r\nContent-Length: ").append(body.length)
          .append("\r\n");
    }
    byte[] start = head.append("\r\n").toString().getBytes(ISO_8859_1);
    byte[] all = new byte[start.length + body.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    socket.getOutputStream().write(all);
    return read();
  }

  private Reply read() throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    int length = 0;
    boolean isChunked = false;
    Optional<String> cookie = Optional.empty();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      } else if (lower.startsWith("transfer-encoding:")) {
        isChunked = true;
      } else if (lower.startsWith("set-cookie:")) {
        cookie = Optional.of(line.substring(11).strip().split(";", 2)[0]);
      }
    }
    if (!isChunked) {
      return new Reply(status, new String(in.readNBytes(length), UTF_8), cookie);
    }
    StringBuilder body = new StringBuilder();
    for (int size = chunk(); size > 0; size = chunk()) {
      body.append(new String(in.readNBytes(size), ISO_8859_1));
      line();
    }
    line();
    return new Reply(status, body.toString(), cookie);
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
