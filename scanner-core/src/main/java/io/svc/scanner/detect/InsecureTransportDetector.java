package io.svc.scanner.detect;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Sees a server that is reached without encryption over a network. */
final class InsecureTransportDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/insecure-transport",
          "insecure_transport",
          Severity.HIGH,
          "a server is reached without encryption",
          "Use https:// or wss://, or bind the server to the loopback interface of this machine.");

  private static final List<String> SCHEMES = List.of("http://", "ws://");

  /** Names that a machine or its container engine gives to itself. */
  private static final Set<String> LOOPBACK =
      Set.of(
          "localhost",
          "0.0.0.0",
          "::1",
          "::",
          "[::1]",
          "[::]",
          "host.docker.internal",
          "gateway.docker.internal",
          "host.containers.internal",
          "host.lima.internal");

  /** Programs that carry MCP between standard input and a remote server. */
  private static final List<String> BRIDGE_WORDS =
      List.of(
          "mcp-remote", "mcp-proxy", "supergateway", "remote", "proxy", "bridge", "gateway", "mcp");

  private static final Set<String> SERVER_FLAGS =
      Set.of(
          "--server",
          "--url",
          "--sse",
          "--sse-url",
          "--streamablehttp",
          "--endpoint",
          "--base-url",
          "--remote",
          "--host",
          "--mcp-url",
          "--server-url",
          "--api-url",
          "--api-base",
          "--uri");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<Detection> detect(Subject subject) {
    List<Detection> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      for (ConfigText url : server.urls()) {
        add(subject, server, url, url.text(), detections);
      }
      addArguments(subject, server, detections);
    }
    return detections;
  }

  /** An address among the arguments counts where the program is a bridge to it. */
  private static void addArguments(Subject subject, McpServer server, List<Detection> detections) {
    boolean isBridge = false;
    for (Launch launch : subject.commands(server)) {
      String previous = "";
      for (Word word : launch.words()) {
        String text = word.text();
        int equals = text.startsWith("--") ? text.indexOf('=') : -1;
        String flag = equals > 0 ? text.substring(0, equals) : previous;
        String value = equals > 0 ? text.substring(equals + 1) : text;
        boolean isFlagged = SERVER_FLAGS.contains(flag.toLowerCase(Locale.ROOT));
        if (isPlainRemote(value) && (isFlagged || (isBridge && !flag.startsWith("-")))) {
          add(subject, server, word.origin(), value, detections);
          return;
        }
        isBridge |= isBridgeProgram(text);
        previous = text;
      }
    }
  }

  private static boolean isBridgeProgram(String text) {
    if (text.startsWith("-") || text.contains("://")) {
      return false;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    for (String word : BRIDGE_WORDS) {
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static void add(
      Subject subject,
      McpServer server,
      ConfigText origin,
      String url,
      List<Detection> detections) {
    if (isPlainRemote(url)) {
      String scheme = url.substring(0, url.indexOf(':')).toLowerCase(Locale.ROOT);
      String host = subject.redactor().redact(origin, host(url));
      detections.add(
          Detection.of(
              CHECK,
              server.name(),
              origin.location(),
              "The server at `"
                  + host
                  + "` is reached over `"
                  + scheme
                  + "://`: anybody on the way can read and change what is sent."));
    }
  }

  private static boolean isPlainRemote(String url) {
    String lower = url.strip().toLowerCase(Locale.ROOT);
    for (String scheme : SCHEMES) {
      if (lower.startsWith(scheme)) {
        String host = host(lower);
        return !host.isEmpty() && !isLoopback(host) && !isReference(host);
      }
    }
    return false;
  }

  /** The host of a URL, without user info and port; in brackets for IPv6. */
  private static String host(String url) {
    String rest = url.strip().substring(url.strip().indexOf("://") + 3);
    int end = 0;
    while (end < rest.length() && "/?#".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    String authority = rest.substring(0, end);
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    if (host.startsWith("[")) {
      int close = host.indexOf(']');
      return close > 0 ? host.substring(0, close + 1) : host;
    }
    int colon = host.indexOf(':');
    return colon >= 0 && !host.startsWith("$") ? host.substring(0, colon) : host;
  }

  private static boolean isLoopback(String host) {
    return LOOPBACK.contains(host)
        || host.endsWith(".localhost")
        || isLoopbackNumber(host)
        || host.startsWith("[::ffff:127.");
  }

  /** {@code 127.0.0.1} and its network, but not {@code 127.0.0.1.example.com}. */
  private static boolean isLoopbackNumber(String host) {
    for (int i = 0; i < host.length(); i++) {
      if (host.charAt(i) != '.' && !Character.isDigit(host.charAt(i))) {
        return false;
      }
    }
    return host.startsWith("127.");
  }

  /** A host that the client fills in, or that the reader is told to. */
  private static boolean isReference(String host) {
    return host.startsWith("$")
        || host.startsWith("{")
        || host.startsWith("%")
        || host.startsWith("<")
        || host.startsWith("[y");
  }
}
