package io.svc.server.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Another server, of plain sockets: it notes requests to the letter, and answers them with the
 * bytes that a test wants, of which not all need be HTTP.
 */
public final class OtherServer implements AutoCloseable {
  private static final int KEPT = 2 << 20;

  private final ServerSocket listening;
  private final Script script;
  private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** What it does with a request. */
  @FunctionalInterface
  public interface Script {
    void answer(Seen request, OutputStream out) throws IOException;
  }

  /**
   * A request.
   *
   * @param line the first one
   * @param headers the others, as they came
   * @param body what of it was kept
   * @param length all of it
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Seen(String line, List<String> headers, byte[] body, long length) {
    /** The values of the headers of a name. */
    public List<String> values(String name) {
      String front = name.toLowerCase(Locale.ROOT) + ":";
      return headers.stream()
          .filter(header -> header.toLowerCase(Locale.ROOT).startsWith(front))
          .map(header -> header.substring(front.length()).strip())
          .toList();
    }

    public Optional<String> value(String name) {
      return values(name).stream().findFirst();
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** Starts one on a free port of this machine. */
  public OtherServer(Script script) {
    this.script = script;
    try {
      this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::listen);
  }

  /** One that answers everything with a text. */
  public static OtherServer returningText(String text) {
    return new OtherServer((request, out) -> out.write(ok(text)));
  }

  /** An answer with a text. */
  public static byte[] ok(String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    return ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: "
            + body.length
            + "\r\n\r\n"
            + text)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "other-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void listen() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        open.add(socket);
        daemon(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (Optional<Seen> next = read(in); next.isPresent(); next = read(in)) {
        seen.add(next.get());
        script.answer(next.get(), socket.getOutputStream());
        socket.getOutputStream().flush();
      }
    } catch (IOException e) {
      // The other side went away, or the script did.
      open.remove(socket);
    }
  }

  private static Optional<Seen> read(InputStream in) throws IOException {
    String line = line(in);
    if (line.isEmpty()) {
      return Optional.empty();
    }
    List<String> headers = new ArrayList<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      headers.add(header);
    }
    Seen head = new Seen(line, headers, new byte[0], 0);
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    long length = 0;
    if (head.value("Transfer-Encoding").filter("chunked"::equals).isPresent()) {
      for (long size = chunk(in); size > 0; size = chunk(in)) {
        readBody(in, size, stored);
        line(in);
        length += size;
      }
      line(in);
    } else {
      length = head.value("Content-Length").map(Long::parseLong).orElse(0L);
      readBody(in, length, stored);
    }
    return Optional.of(new Seen(line, headers, stored.toByteArray(), length));
  }

  private static long chunk(InputStream in) throws IOException {
    return Long.parseLong(line(in).toUpperCase(Locale.ROOT), 16);
  }

  private static void readBody(InputStream in, long length, ByteArrayOutputStream kept)
      throws IOException {
    byte[] piece = new byte[8192];
    for (long remaining = length; remaining > 0; ) {
      int read = in.read(piece, 0, (int) Math.min(remaining, piece.length));
      if (read < 0) {
        throw new IOException("the body ended " + remaining + " bytes early");
      }
      if (kept.size() < KEPT) {
        kept.write(piece, 0, read);
      }
      remaining -= read;
    }
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

  public int port() {
    return listening.getLocalPort();
  }

  /** {@code 127.0.0.1:} and the port. */
  public String host() {
    return "127.0.0.1:" + port();
  }

  /** The next request that came. */
  public Seen next() {
    try {
      return Optional.ofNullable(seen.poll(10, TimeUnit.SECONDS))
          .orElseThrow(() -> new AssertionError("no request came"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** How many came that nobody has looked at. */
  public int unseen() {
    return seen.size();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
