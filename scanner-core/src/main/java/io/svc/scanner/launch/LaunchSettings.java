package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.DefaultValueResolver;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import io.svc.scanner.launch.LaunchSetting.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds all named settings of a file: members of {@code env}, values of a container's {@code -e},
 * assignments before a command in a shell script, options of a command, and members of an entry.
 */
public final class LaunchSettings {
  private static final Set<String> OPERATORS = Set.of("|", "||", "&", "&&", ";");

  /** Members of an entry that are not settings, or are parsed separately. */
  private static final Set<String> OTHER_PARTS =
      WordListParser.set(
          """
          env environment envs headers http_headers args arguments command tools description""");

  /** Objects whose name qualifies the names of their members: {@code tls: {verify: false}}. */
  private static final Set<String> SETTING_PARENTS = Set.of("tls", "ssl", "https");

  private static final String CONTAINER_ENV = "--env=";
  private static final String POWERSHELL_ENV = "$env:";
  private static final int DEEPEST = 3;

  private final List<LaunchSetting> found = new ArrayList<>();

  private LaunchSettings() {}

  /** Returns the settings of a server's entry. */
  public static List<LaunchSetting> of(McpServer server, List<Word> words) {
    LaunchSettings settings = new LaunchSettings();
    settings.addVariables(server.env());
    settings.addWords(words);
    settings.addMembers(server.entry(), "", 0);
    return settings.found;
  }

  /** Returns the settings of a client that apply to every server, except its {@code env}. */
  public static List<LaunchSetting> of(McpConfig config) {
    LaunchSettings settings = new LaunchSettings();
    if (config.root() instanceof ConfigObject root && !isServer(root, config)) {
      for (Member member : root.members()) {
        if (member.value() instanceof ConfigText text && !text.isNull()) {
          settings.found.add(LaunchSetting.of(Kind.MEMBER, member.name(), text));
        }
      }
    }
    return settings.found;
  }

  /** Returns true if the file is a single entry, which owns its variables. */
  private static boolean isServer(ConfigObject root, McpConfig config) {
    for (McpServer server : config.servers()) {
      if (server.entry() == root) {
        return true;
      }
    }
    return false;
  }

  private void addVariables(List<NamedText> variables) {
    for (NamedText variable : variables) {
      if (!variable.value().isNull()) {
        found.add(LaunchSetting.of(Kind.VARIABLE, variable.name(), variable.value()));
      }
    }
  }

  private void addWords(List<Word> words) {
    String program = "";
    for (int i = 0; i < words.size(); i++) {
      String text = words.get(i).text();
      if (OPERATORS.contains(text)) {
        program = "";
        continue;
      }
      if (addVariable(words, i)) {
        continue;
      }
      if (text.length() > 1 && text.startsWith("-")) {
        addOption(words, i, program);
      } else if (program.isEmpty() || text.endsWith("curl")) {
        program = Launch.programOf(text);
      }
    }
  }

  /** Adds {@code NAME=value} with the prefixes that shells and container engines allow. */
  private boolean addVariable(List<Word> words, int index) {
    Word word = words.get(index);
    String text = word.text();
    int start = startOfName(text);
    if (start < 0) {
      return false;
    }
    int end = start;
    while (end < text.length() && isNameCharacter(text.charAt(end))) {
      end++;
    }
    if (end == start || Character.isDigit(text.charAt(start))) {
      return false;
    }
    String value;
    if (end < text.length() && text.charAt(end) == '=') {
      value = text.substring(end + 1);
    } else if (start == POWERSHELL_ENV.length()
        && end == text.length()
        && index + 2 < words.size()
        && words.get(index + 1).text().equals("=")) {
      value = words.get(index + 2).text();
    } else {
      return false;
    }
    ConfigText origin = word.origin();
    String filled = DefaultValueResolver.filledIn(value);
    found.add(
        new LaunchSetting(Kind.VARIABLE, text.substring(start, end), filled, origin, origin, ""));
    return true;
  }

  private static int startOfName(String text) {
    if (text.regionMatches(true, 0, POWERSHELL_ENV, 0, POWERSHELL_ENV.length())) {
      return POWERSHELL_ENV.length();
    }
    if (text.startsWith(CONTAINER_ENV)) {
      return CONTAINER_ENV.length();
    }
    if (text.startsWith("-e") && text.length() > 2) {
      return 2;
    }
    return text.startsWith("-") ? -1 : 0;
  }

  private void addOption(List<Word> words, int index, String program) {
    Word word = words.get(index);
    String text = word.text();
    int equals = text.indexOf('=');
    String name = equals > 0 ? text.substring(0, equals) : text;
    String value = equals > 0 ? text.substring(equals + 1) : "";
    ConfigText origin = word.origin();
    if (equals <= 0 && index + 1 < words.size()) {
      Word next = words.get(index + 1);
      if (!next.text().startsWith("-") && !OPERATORS.contains(next.text())) {
        value = next.text();
        origin = next.origin();
      }
    }
    found.add(
        new LaunchSetting(
            Kind.OPTION,
            name,
            DefaultValueResolver.filledIn(value),
            word.origin(),
            origin,
            program));
  }

  private void addMembers(ConfigObject object, String prefix, int depth) {
    for (Member member : object.members()) {
      String name = member.name();
      ConfigNode value = member.value();
      if (value instanceof ConfigText text && !text.isNull()) {
        found.add(LaunchSetting.of(Kind.MEMBER, prefix + name, text));
      } else if (value instanceof ConfigObject nested
          && depth < DEEPEST
          && !OTHER_PARTS.contains(name)) {
        addMembers(nested, SETTING_PARENTS.contains(name) ? name + "." : "", depth + 1);
      }
    }
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }
}
