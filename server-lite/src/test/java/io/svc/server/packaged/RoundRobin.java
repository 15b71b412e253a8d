package io.svc.server.packaged;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy that gives each request to the next server in turn, over a connection of its own. It does
 * what an ordinary one does, and no more: a server that refuses a connection is passed over, one
 * whose {@code /readyz} says no is left alone, and what was sent once is never sent again.
 */
final class RoundRobin implements AutoCloseable {
  private static final int LOOK_MILLIS = 100;
  private static final int PATIENCE_MILLIS = 60_000;

  private final ServerSocket listening;
  private final List<URI> servers;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger turn = new AtomicInteger();
  private final Set<URI> resting = ConcurrentHashMap.newKeySet();

  RoundRobin(List<URI> servers) throws IOException {
    this.servers = new CopyOnWriteArrayList<>(servers);
    this.listening = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
    threads.execute(this::checkHealth);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort());
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        threads.execute(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  /** Asks each server whether it wants requests, as the health checks of proxies do. */
  private void checkHealth() {
    while (!listening.isClosed()) {
      for (URI server : servers) {
        if (isReady(server)) {
          resting.remove(server);
        } else {
          resting.add(server);
        }
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static boolean isReady(URI server) {
    try {
      HttpURLConnection asked =
          (HttpURLConnection) server.resolve("/readyz").toURL().openConnection();
      asked.setReadTimeout(PATIENCE_MILLIS);
      return asked.getResponseCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private void serve(Socket client) {
    try (client) {
      byte[] request = read(new BufferedInputStream(client.getInputStream()));
      if (request.length > 0) {
        pass(request, client);
      }
    } catch (IOException e) {
      // The client is told by its connection, which breaks.
    }
  }

  private void pass(byte[] request, Socket client) throws IOException {
    int first = turn.getAndIncrement();
    for (int i = 0; i < 2 * servers.size(); i++) {
      URI server = servers.get(Math.floorMod(first + i, servers.size()));
      // In the second round, those too that said no: better than nobody.
      if (i < servers.size() && resting.contains(server)) {
        continue;
      }
      try (Socket there = new Socket(server.getHost(), server.getPort())) {
        there.setSoTimeout(PATIENCE_MILLIS);
        there.getOutputStream().write(request);
        there.getInputStream().transferTo(client.getOutputStream());
        return;
      } catch (ConnectException e) {
        // The next one then.
      }
    }
    client
        .getOutputStream()
        .write(
            "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
  }

  /** A whole request, to be sent over a connection that is closed behind it; empty for none. */
  private static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
      if (!lower.startsWith("connection:")) {
        request.writeBytes((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    if (request.size() == 0) {
      return new byte[0];
    }
    request.writeBytes("Connection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(in.readNBytes(length));
    return request.toByteArray();
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
