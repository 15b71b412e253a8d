package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The address of a server, from its entry or from the arguments of a bridge. */
public record ServerAddress(Reliability role, ConfigText origin, String url, UrlHost host) {
  /** The reliability of an address. */
  public enum Reliability {
    /** The address in the server's entry. */
    ENTRY,
    /** An argument of a program whose only purpose is to bridge MCP to the address. */
    BRIDGE,
    /** An argument of a possible bridge; it may be a data source of the server. */
    ARGUMENT
  }

  /** Programs that bridge standard input to a remote MCP server. */
  private static final List<String> BRIDGES =
      List.of("mcp-remote", "mcp-proxy", "supergateway", "mcp-bridge", "remote-mcp");

  /** Words in the names of possible bridges. */
  private static final List<String> BRIDGE_WORDS =
      List.of("remote", "proxy", "bridge", "gateway", "mcp");

  private static final Set<String> SERVER_FLAGS =
      WordListParser.set(
          """
          --server --url --sse --sse-url --streamablehttp --endpoint --base-url --remote --host
          --mcp-url --server-url --api-url --api-base --uri""");

  /** Options of bridges without a value; an address may follow. */
  private static final Set<String> SWITCHES =
      Set.of("--allow-http", "--debug", "--silent", "--verbose", "--insecure", "--yes", "-y", "-v");

  /** Returns the addresses of a server, with the one of its entry first. */
  public static List<ServerAddress> of(McpServer server, List<Word> words) {
    List<ServerAddress> addresses = new ArrayList<>(1);
    for (ConfigText url : server.urls()) {
      addresses.add(new ServerAddress(Reliability.ENTRY, url, url.text(), UrlHost.of(url.text())));
    }
    if (mentionsAddress(server.launch().words())) {
      addArguments(words, addresses);
    }
    return addresses;
  }

  private static boolean mentionsAddress(List<Word> words) {
    for (Word word : words) {
      if (word.text().contains("://")) {
        return true;
      }
    }
    return false;
  }

  private static void addArguments(List<Word> words, List<ServerAddress> addresses) {
    boolean isBridge = false;
    boolean mayBeBridge = false;
    String previous = "";
    for (Word word : words) {
      String text = word.text();
      int equals = text.startsWith("--") ? text.indexOf('=') : -1;
      String flag = equals > 0 ? text.substring(0, equals) : previous;
      String value = equals > 0 ? text.substring(equals + 1) : text;
      boolean isFlagged = SERVER_FLAGS.contains(flag.toLowerCase(Locale.ROOT));
      boolean isPlain = !flag.startsWith("-") || (equals <= 0 && SWITCHES.contains(flag));
      if (value.contains("://") && (isFlagged || (mayBeBridge && isPlain))) {
        Reliability role = isBridge ? Reliability.BRIDGE : Reliability.ARGUMENT;
        addresses.add(new ServerAddress(role, word.origin(), value, UrlHost.of(value)));
      }
      if (!text.startsWith("-") && !text.contains("://")) {
        String lower = text.toLowerCase(Locale.ROOT);
        isBridge |= containsAny(lower, BRIDGES);
        mayBeBridge |= isBridge || containsAny(lower, BRIDGE_WORDS);
      }
      previous = text;
    }
  }

  private static boolean containsAny(String text, List<String> parts) {
    for (String part : parts) {
      if (text.contains(part)) {
        return true;
      }
    }
    return false;
  }
}
