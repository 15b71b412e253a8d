package proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * One connection of a client that stays open: HTTP/1.1 on a plain socket, as little as it takes.
 */
final class Wire implements Closeable {
  private final Socket socket;
  private final InputStream in;

  Wire(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  /** Sends a request and reads the whole answer. */
  void exchange(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    String status = line(in);
    long length = -1;
    boolean isChunked = false;
    String header;
    while (!(header = line(in)).isEmpty()) {
      if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
        length = Long.parseLong(header.substring(15).trim());
      }
      isChunked |= header.equalsIgnoreCase("Transfer-Encoding: chunked");
    }
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException(
          status + " " + new String(in.readNBytes((int) Math.max(0, length)), ISO_8859_1));
    }
    if (isChunked) {
      long size;
      do {
        size = Long.parseLong(line(in), 16);
        in.skipNBytes(size);
        line(in);
      } while (size > 0);
    } else {
      in.skipNBytes(length);
    }
  }

  static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        if (line.length() == 0) {
          return "";
        }
        throw new EOFException("the connection ended");
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
