package io.svc.cli.upload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A proxy on this machine that tunnels for whoever asks by {@code CONNECT}, and keeps the asking.
 */
final class ForwardProxy implements AutoCloseable {
  private final ServerSocket socket;
  private final List<String> heads = new ArrayList<>();

  ForwardProxy() throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    start(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** The first lines of what came, up to the blank one. */
  synchronized List<String> heads() {
    return List.copyOf(heads);
  }

  private void serve() throws IOException {
    while (!socket.isClosed()) {
      Socket client = socket.accept();
      String head = head(client.getInputStream());
      synchronized (this) {
        heads.add(head);
      }
      String target = head.split(" ", 3)[1];
      int port = Integer.parseInt(target.substring(target.lastIndexOf(':') + 1));
      Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
      client
          .getOutputStream()
          .write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      start(() -> pipe(client.getInputStream(), server.getOutputStream()));
      start(() -> pipe(server.getInputStream(), client.getOutputStream()));
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        break;
      }
      head.append((char) c);
    }
    return head.toString();
  }

  private static void pipe(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[8192];
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      out.write(buffer, 0, length);
      out.flush();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The other side is gone, which ends the work.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
