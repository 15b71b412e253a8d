package proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/**
 * The server that is called: it answers every request on plain sockets that stay open, with as many
 * bytes as stand behind the last slash of the path.
 */
final class Upstream implements AutoCloseable {
  private static final byte[] CHUNK = new byte[1 << 16];

  private final ServerSocket listening =
      new ServerSocket(0, 200, InetAddress.getByName("127.0.0.1"));

  Upstream() throws IOException {
    Thread thread = new Thread(this::accept, "upstream");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        socket.setTcpNoDelay(true);
        Thread thread = new Thread(() -> serve(socket));
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void serve(Socket socket) {
    try (socket;
        InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        OutputStream out = socket.getOutputStream()) {
      String line;
      while (!(line = Wire.line(in)).isEmpty()) {
        String path = line.split(" ", 3)[1];
        long length = 0;
        String header;
        while (!(header = Wire.line(in)).isEmpty()) {
          if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
            length = Long.parseLong(header.substring(15).trim());
          }
        }
        in.skipNBytes(length);
        long answered = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
        String head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: "
                + answered
                + "\r\n\r\n";
        if (answered <= CHUNK.length) {
          byte[] whole = Arrays.copyOf(head.getBytes(ISO_8859_1), head.length() + (int) answered);
          out.write(whole);
          continue;
        }
        out.write(head.getBytes(ISO_8859_1));
        for (long left = answered; left > 0; left -= CHUNK.length) {
          out.write(CHUNK, 0, (int) Math.min(left, CHUNK.length));
        }
      }
    } catch (IOException e) {
      // The caller has gone; that is how each of them ends.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
