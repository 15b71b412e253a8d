package io.svc.server.demo;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Receives and discards the messages of the demo's channels, on this machine. */
final class WebhookSink implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int WAITING = 20;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final String LENGTH = "content-length:";
  private static final byte[] THANKS =
      "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket socket;

  private WebhookSink(ServerSocket socket) {
    this.socket = socket;
  }

  static WebhookSink open() {
    try {
      WebhookSink box =
          new WebhookSink(new ServerSocket(0, WAITING, InetAddress.getByAddress(LOOPBACK)));
      Thread thread = new Thread(box::receive, "demo-letterbox");
      thread.setDaemon(true);
      thread.start();
      return box;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String address() {
    return "http://127.0.0.1:" + socket.getLocalPort() + "/alerts";
  }

  private void receive() {
    while (!socket.isClosed()) {
      try (Socket caller = socket.accept()) {
        caller.setSoTimeout(TIMEOUT_MILLIS);
        read(new BufferedInputStream(caller.getInputStream()));
        caller.getOutputStream().write(THANKS);
      } catch (IOException e) {
        // The sink is closed, or the caller disconnected.
      }
    }
  }

  private static void read(InputStream in) throws IOException {
    long length = 0;
    String line = line(in);
    while (!line.isEmpty()) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith(LENGTH)) {
        length = Long.parseLong(header.substring(LENGTH.length()).strip());
      }
      line = line(in);
    }
    in.skipNBytes(length);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      if (next != '\r') {
        line.append((char) next);
      }
      next = in.read();
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
