package io.svc.server.mail;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A mail server that takes every mail, but for the answers that a test gives it: what GreenMail
 * cannot do, which refuses nothing and knows no STARTTLS.
 */
final class ScriptedMailServer implements AutoCloseable {
  private final ServerSocket server;
  private final Optional<SSLContext> tls;
  private final boolean isTlsFromTheStart;
  private final Map<String, String> answers = new LinkedHashMap<>();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::serve, "scripted-mail-server");

  private ScriptedMailServer(Optional<SSLContext> tls, boolean isTlsFromTheStart)
      throws IOException {
    this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    this.tls = tls;
    this.isTlsFromTheStart = isTlsFromTheStart;
    answers.put("GREETING", "220 ready");
    answers.put("EHLO", tls.isPresent() ? "250-hello\r\n250 STARTTLS" : "250 hello");
    answers.put("DATA", "354 go on");
    answers.put("STARTTLS", "220 go on");
  }

  /** One that gives a special answer to a verb, a whole line, the final dot, or as greeting. */
  static ScriptedMailServer answering(String verb, String answer) throws IOException {
    ScriptedMailServer server = new ScriptedMailServer(Optional.empty(), false);
    server.answers.put(verb, answer);
    server.thread.start();
    return server;
  }

  static ScriptedMailServer withStartTls(SSLContext tls) throws IOException {
    ScriptedMailServer server = new ScriptedMailServer(Optional.of(tls), false);
    server.thread.start();
    return server;
  }

  static ScriptedMailServer withTls(SSLContext tls) throws IOException {
    ScriptedMailServer server = new ScriptedMailServer(Optional.of(tls), true);
    server.thread.start();
    return server;
  }

  int port() {
    return server.getLocalPort();
  }

  /** The lines of the client, those that came encrypted with "TLS " in front. */
  List<String> receivedLines() throws InterruptedException {
    thread.join();
    return received;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void serve() {
    try (Socket plain = server.accept()) {
      Socket socket = isTlsFromTheStart ? encrypted(plain) : plain;
      boolean wantsTls = serve(socket, true);
      if (wantsTls) {
        serve(encrypted(plain), false);
      }
    } catch (IOException e) {
      // The client went, which is its good right.
      return;
    }
  }

  /** Answers until the end, or until the client wants to encrypt. */
  private boolean serve(Socket socket, boolean greets) throws IOException {
    OutputStream out = socket.getOutputStream();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    boolean isText = false;
    for (String line = greets ? "GREETING" : in.readLine(); line != null; line = in.readLine()) {
      received.add((socket instanceof SSLSocket ? "TLS " : "") + line);
      if (isText && !line.equals(".")) {
        continue;
      }
      String verb = line.replaceFirst(" .*", "").toUpperCase(Locale.ROOT);
      String answer = answers.getOrDefault(line, answers.getOrDefault(verb, "250 fine"));
      if (answer.isEmpty()) {
        return false;
      }
      isText = answer.startsWith("354");
      out.write((answer + "\r\n").getBytes(US_ASCII));
      if (verb.equals("STARTTLS")) {
        return true;
      }
    }
    return false;
  }

  private Socket encrypted(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.orElseThrow()
                .getSocketFactory()
                .createSocket(plain, "127.0.0.1", plain.getPort(), true);
    socket.setUseClientMode(false);
    return socket;
  }
}
