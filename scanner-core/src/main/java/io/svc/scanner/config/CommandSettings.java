package io.svc.scanner.config;

import io.svc.rules.RecentResults;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject.Member;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Recognizes settings that run commands by their names, for settings that no check examines. */
final class CommandSettings {
  private static final Set<String> COMMANDS =
      Set.of("command", "commands", "cmd", "bash", "powershell", "exec", "run", "script");

  private static final List<String> ENDINGS =
      List.of("command", "commands", "commandfunction", "helper", "hook", "hooks", "script");

  /** First words of permission settings. Other checks examine them. */
  private static final List<String> PERMISSIONS =
      WordListParser.list("allow deny block disable enable auto trust exclude show");

  /** Whether names are those of commands. */
  private static final RecentResults<String, Boolean> RECENT = new RecentResults<>(256);

  private static final int DEEPEST = 8;

  private CommandSettings() {}

  /** Returns true for a text, a list or an object under a name such as {@code startCommand}. */
  static boolean isCommand(Member member) {
    return isCommand(member.name()) && hasContent(member.value());
  }

  private static boolean isCommand(String name) {
    Boolean known = RECENT.get(name);
    if (known == null) {
      known = endsLikeCommand(name);
      RECENT.put(name, known);
    }
    return known;
  }

  private static boolean endsLikeCommand(String written) {
    String name = written.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    for (String permission : PERMISSIONS) {
      if (name.startsWith(permission)) {
        return false;
      }
    }
    for (String ending : ENDINGS) {
      if (name.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  /** Returns true for a text that is not blank, and for a list or an object with elements. */
  static boolean hasContent(ConfigNode value) {
    if (value instanceof ConfigText text) {
      return text.kind().equals("a text") && !text.text().isBlank();
    }
    return value instanceof ConfigObject object
        ? !object.members().isEmpty()
        : !((ConfigList) value).elements().isEmpty();
  }

  /** Returns true if an object in a value has a member with a command. */
  static boolean containsCommand(ConfigNode value) {
    return containsCommand(value, 0);
  }

  private static boolean containsCommand(ConfigNode value, int depth) {
    if (depth > DEEPEST) {
      return true;
    }
    if (value instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (containsCommand(element, depth + 1)) {
          return true;
        }
      }
    } else if (value instanceof ConfigObject object) {
      for (Member member : object.members()) {
        boolean isCommand =
            COMMANDS.contains(member.name().toLowerCase(Locale.ROOT)) && hasContent(member.value());
        if (isCommand || containsCommand(member.value(), depth + 1)) {
          return true;
        }
      }
    }
    return false;
  }
}
