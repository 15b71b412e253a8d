package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.SkippedServer;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds the literal secrets of a config file. Thread-safe. */
public final class SecretFinder {
  private static final int LONGEST_SURROUNDINGS = 400;

  private final SecretFormatMatcher formats;

  /** Creates a finder for formats, and for literal secrets without a format. */
  public SecretFinder(SecretFormatMatcher formats) {
    this.formats = formats;
  }

  /**
   * Returns all literal secrets, in the order of the file's servers, then of the remaining file.
   */
  public List<FoundSecret> find(McpConfig config) {
    List<FoundSecret> found = new ArrayList<>();
    Set<ConfigNode> entries = Collections.newSetFromMap(new IdentityHashMap<>());
    for (McpServer server : config.entries()) {
      entries.add(server.entry());
      SecretClassifier judge =
          new SecretClassifier(formats, server.name(), new ServerContext(server), found);
      new SecretFields(judge).ofServer(server);
    }
    RemainingParts remaining = new RemainingParts(config, entries, found);
    remaining.walk("", config.root(), "");
    return withoutRepeats(found);
  }

  /**
   * Returns true for a password without a known format that was probably chosen for an example, as
   * in the code of a text for the model.
   */
  public static boolean isExample(FoundSecret secret) {
    return secret.ruleId().equals("secrets/connection-string")
        && !RandomTextClassifier.isRandom(secret.value())
        && !RandomTextClassifier.isShortRandom(secret.value());
  }

  /** Returns known formats in text without readable structure, line by line. */
  public List<RawSecret> findInText(String text) {
    List<RawSecret> found = new ArrayList<>();
    int line = 1;
    int start = 0;
    while (start <= text.length()) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      for (SecretMatch match : formats.find(text.substring(start, end))) {
        found.add(new RawSecret(line, match.rule().title(), match.masked()));
      }
      line++;
      start = end + 1;
    }
    return found;
  }

  /**
   * A secret in text without structure.
   *
   * @param line line, from 1
   * @param title kind of secret
   * @param masked printable form of the secret
   */
  public record RawSecret(int line, String title, String masked) {}

  /** The names of a server, its program, its arguments and its addresses. */
  private static final class ServerContext extends SecretFormatMatcher.Context {
    private final McpServer server;

    ServerContext(McpServer server) {
      this.server = server;
    }

    @Override
    protected String names() {
      StringBuilder names = new StringBuilder(LONGEST_SURROUNDINGS / 2).append(server.name());
      for (Word word : server.launch().words()) {
        add(names, word.text());
      }
      for (ConfigText url : server.urls()) {
        add(names, url.text());
      }
      return names.toString().toLowerCase(Locale.ROOT);
    }

    private static void add(StringBuilder names, String text) {
      if (names.length() + text.length() < LONGEST_SURROUNDINGS) {
        names.append(' ').append(text);
      }
    }
  }

  /** Removes duplicates: a secret in a value can be found in two ways. */
  private static List<FoundSecret> withoutRepeats(List<FoundSecret> found) {
    if (found.size() < 2) {
      return found;
    }
    // A text as the key: hashing a record for the first time costs a cold start several
    // milliseconds.
    Set<String> seen = new HashSet<>();
    List<FoundSecret> unique = new ArrayList<>();
    for (FoundSecret secret : found) {
      if (seen.add(secret.origin().location().pointer() + '\n' + secret.value())) {
        unique.add(secret);
      }
    }
    return unique;
  }

  /** All parts outside the parsed servers, including entries that could not be parsed. */
  private final class RemainingParts {
    private final Set<ConfigNode> entries;
    private final List<FoundSecret> found;

    /** The names of the servers that could not be parsed, by their pointers. */
    private final Map<String, String> skipped = new HashMap<>();

    RemainingParts(McpConfig config, Set<ConfigNode> entries, List<FoundSecret> found) {
      this.entries = entries;
      this.found = found;
      for (SkippedServer server : config.skipped()) {
        skipped.putIfAbsent(server.location().pointer(), server.name());
      }
    }

    void walk(String name, ConfigNode node, String server) {
      if (node instanceof ConfigObject && entries.contains(node)) {
        return;
      }
      if (SecretFields.isOneSecret(node)) {
        judge(name, node, server);
      } else if (node instanceof ConfigObject object && !isNamedValue(object)) {
        for (Member member : object.members()) {
          walk(member.name(), member.value(), serverAt(member.value(), server));
        }
      } else if (node instanceof ConfigList list) {
        for (ConfigNode element : list.elements()) {
          walk(name, element, serverAt(element, server));
        }
      } else {
        judge(name, node, server);
      }
    }

    private void judge(String name, ConfigNode node, String server) {
      SecretClassifier judge =
          new SecretClassifier(formats, server, SecretFormatMatcher.Context.NONE, found);
      new SecretFields(judge).ofSetting(name, node);
    }

    private boolean isNamedValue(ConfigObject object) {
      return object.find("default").isPresent() || object.find("value").isPresent();
    }

    private String serverAt(ConfigNode node, String inherited) {
      return skipped.isEmpty()
          ? inherited
          : skipped.getOrDefault(node.location().pointer(), inherited);
    }
  }
}
