package io.svc.server.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Sends bytes as they are, for requests that no decent client would make. */
public final class RawClient {
  private static final int PATIENCE_MILLIS = 10_000;

  private static final Set<String> BODILESS = Set.of("204", "304");

  private RawClient() {}

  /** Sends lines of a request, with CR LF behind each and an empty line at the end. */
  public static Answer send(URI server, String... lines) {
    return sendBytes(
        server, (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes and reads until the server ends the connection. */
  public static Answer sendBytes(URI server, byte[] request) {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      return read(socket.getInputStream(), firstLine(request));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection that is kept for many requests; not for several threads at once. */
  public static final class Connection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    private Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
    }

    /**
     * Sends bytes and reads one answer. A connection that broke, or says that it closes, is not to
     * be used again.
     *
     * @throws SocketTimeoutException when the server does not answer in time
     */
    public Answer send(byte[] request) throws IOException {
      try {
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (IOException e) {
        // Who refuses what is too much answers, and closes, before all of it has come.
        return read(in, firstLine(request));
      }
      return read(in, firstLine(request));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** Connects, to send more than once. */
  public static Connection connect(URI server) throws IOException {
    Socket socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new Connection(socket);
  }

  private static String firstLine(byte[] request) {
    return new String(request, StandardCharsets.UTF_8).lines().findFirst().orElse("");
  }

  private static Answer read(InputStream in, String request) throws IOException {
    String status = line(in);
    if (status.isEmpty()) {
      throw new EOFException("no answer");
    }
    if (!status.startsWith("HTTP/1.1 ")) {
      throw new AssertionError("no status line: \"" + status + '"');
    }
    if (status.startsWith("HTTP/1.1 1")) {
      String header = line(in);
      while (!header.isEmpty()) {
        header = line(in);
      }
      return read(in, request);
    }
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String[] pair = line.split(":", 2);
      headers.computeIfAbsent(pair[0], any -> new ArrayList<>()).add(pair[1].strip());
    }
    byte[] body =
        request.startsWith("HEAD ") || BODILESS.contains(status.substring(9, 12))
            ? new byte[0]
            : headers.getOrDefault("Transfer-Encoding", List.of()).contains("chunked")
                ? chunks(in)
                : headers.containsKey("Content-Length")
                    ? in.readNBytes(Integer.parseInt(headers.get("Content-Length").get(0)))
                    : in.readAllBytes();
    return new Answer(
        request,
        Integer.parseInt(status.substring(9, 12)),
        HttpHeaders.of(headers, (name, value) -> true),
        body);
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line(in).toUpperCase(Locale.ROOT), 16);
      whole.write(in.readNBytes(size));
      line(in);
      if (size == 0) {
        return whole.toByteArray();
      }
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
