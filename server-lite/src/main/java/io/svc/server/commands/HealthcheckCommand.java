package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.config.ServerConfig.Listen;
import io.svc.server.egress.ConnectionFailure;
import io.svc.server.logging.SafeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Uses a plain socket: a container calls it every few seconds, and loading the JDK's client takes
 * longer than the request.
 */
@Command(
    name = "healthcheck",
    description = "Checks whether the server at the configured address is ready.")
final class HealthcheckCommand implements ServerCommand {
  private static final int LONGEST_SECONDS = 300;

  private static final String REQUEST =
      """
      GET /readyz HTTP/1.1\r
      Host: localhost\r
      User-Agent: svc-server-healthcheck\r
      Connection: close\r
      \r
      """;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Timeout in seconds. Default: 5.")
  private int seconds = 5;

  @Override
  public ServerExitCode run(CommandInvocation call) {
    Listen listen = call.config().listen();
    if (listen.port() == 0) {
      throw new OperatorErrorException("the port is 0; expected the port that the server uses");
    }
    if (seconds < 1 || seconds > LONGEST_SECONDS) {
      throw new OperatorErrorException(
          "--timeout is " + seconds + "; expected seconds from 1 to " + LONGEST_SECONDS);
    }
    String host = reachable(listen.host());
    String shown = SafeText.of(listen.url(listen.port()).toString());
    try {
      String status = requestStatus(host, listen.port());
      boolean isReady = status.matches("HTTP/1\\.[01] 200 .*");
      if (isReady) {
        call.out().println("ready: " + shown);
        return ServerExitCode.DONE;
      }
      call.err()
          .println(
              "not ready: "
                  + shown
                  + "/readyz returned "
                  + SafeText.quoted(status.isEmpty() ? "nothing" : status));
    } catch (IOException e) {
      call.err().println("not ready: " + shown + " " + ConnectionFailure.reasonOf(e));
    }
    return ServerExitCode.NO;
  }

  /** A server that listens on all addresses is called on the loopback address. */
  private static String reachable(String host) {
    return switch (host) {
      case "0.0.0.0" -> "127.0.0.1";
      case "::" -> "::1";
      default -> host;
    };
  }

  private String requestStatus(String host, int port) throws IOException {
    int millis = seconds * 1_000;
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      String status = answer.readLine();
      return status == null ? "" : status + " ";
    }
  }
}
