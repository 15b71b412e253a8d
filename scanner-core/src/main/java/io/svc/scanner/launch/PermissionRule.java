package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A rule that lets a client use a tool without approval, such as {@code Bash(npm test)}.
 *
 * @param tool name of the tool
 * @param scope arguments to which the rule applies; empty for all
 */
public record PermissionRule(String tool, String scope) {
  private static final Set<String> SHELLS =
      WordListParser.set(
          """
          bash shell powershell terminal run_shell_command shelltool execute_bash execute_shell
          execute_command""");
  private static final Set<String> WRITERS =
      WordListParser.set(
          """
          write edit multiedit notebookedit fs_write write_file writefile replace apply_patch""");
  private static final Set<String> FILE_TOOLS = Set.of("read", "write", "edit", "multiedit");
  private static final Set<String> ANYTHING =
      Set.of("", "*", "**", ":*", "*:*", "* *", "**/*", ".*", ".+", "./**");

  /** Programs that run any code, or transfer and delete any file. */
  private static final Set<String> ANY_CODE =
      WordListParser.set(
          """
          sh bash zsh dash ksh fish pwsh powershell cmd python python3 py node deno bun ruby perl php
          lua osascript eval exec env xargs sudo doas su ssh scp rsync nc ncat socat curl wget npx
          bunx pnpx uvx pipx docker podman kubectl rm dd chmod chown find awk crontab""");

  /** Parses a rule. */
  public static PermissionRule of(String text) {
    String rule = text.strip();
    int open = rule.indexOf('(');
    if (open < 0 || !rule.endsWith(")")) {
      return new PermissionRule(rule, "");
    }
    return new PermissionRule(
        rule.substring(0, open).strip(), rule.substring(open + 1, rule.length() - 1).strip());
  }

  /**
   * Parses a command line that needs no approval, or a pattern of such lines: {@code npm test},
   * {@code git .*}, {@code /^npm (test|run)/}. Such a line also allows further arguments.
   */
  public static PermissionRule ofCommand(String text) {
    String line = text.strip();
    if (line.length() > 1 && line.startsWith("/")) {
      int end = line.lastIndexOf('/');
      line = end > 0 && line.indexOf('/', 1) == end ? line.substring(1, end) : line;
    }
    line = line.startsWith("^") ? line.substring(1) : line;
    line = line.endsWith("$") ? line.substring(0, line.length() - 1) : line;
    boolean isProgram = line.indexOf(' ') < 0 && line.indexOf('\\') < 0;
    String pattern = line.replace(" .*", " *").replace("\\s.*", " *").replace("\\b.*", " *");
    return new PermissionRule(
        "bash", isProgram && !ANYTHING.contains(line) ? line + " *" : pattern);
  }

  /** Splits a list in one text: {@code Bash(git add:*), Read}. */
  public static List<String> split(String text) {
    List<String> rules = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      boolean isBetween = c == ',' || Character.isWhitespace(c);
      if ((isBetween && depth <= 0) || i == text.length()) {
        String rule = text.substring(start, i).strip();
        if (!rule.isEmpty()) {
          rules.add(rule);
        }
        start = i + 1;
      }
    }
    return rules;
  }

  /** Returns what the rule allows if it is everything of a kind; empty otherwise. */
  public String everything() {
    String name = tool.toLowerCase(Locale.ROOT);
    boolean isAny = ANYTHING.contains(scope);
    if (name.equals("*") || name.equals("**")) {
      return "every tool";
    }
    if (SHELLS.contains(name) && isAny) {
      return "every shell command";
    }
    if (name.equals("@*")) {
      return "every tool of every server";
    }
    boolean isEveryServer = name.equals("mcp__*") || (name.equals("mcp") && isAny);
    return isEveryServer ? "every tool of every server" : "";
  }

  /** Returns true if the rule allows any code, any change of files, or all tools of a server. */
  public boolean isBroad() {
    boolean isWriter = WRITERS.contains(tool.toLowerCase(Locale.ROOT));
    return isWriter ? ANYTHING.contains(scope) : allowsCode();
  }

  /** Returns true if the rule allows any code, or all tools of a server. */
  public boolean allowsCode() {
    String name = tool.toLowerCase(Locale.ROOT);
    if (SHELLS.contains(name)) {
      int end = 0;
      while (end < scope.length() && " :*".indexOf(scope.charAt(end)) < 0) {
        end++;
      }
      return ANY_CODE.contains(Launch.programOf(scope.substring(0, end)))
          && isOpen(scope.substring(end));
    }
    if (name.startsWith("@")) {
      return name.indexOf('/') < 0 || name.endsWith("/*");
    }
    if (name.startsWith("mcp__")) {
      int server = name.indexOf("__", "mcp__".length());
      return server < 0 || name.substring(server).equals("__*");
    }
    return false;
  }

  /** Returns true if a wildcard follows the program directly: {@code python:*}, {@code rm *}. */
  private static boolean isOpen(String arguments) {
    int i = 0;
    while (i < arguments.length() && (arguments.charAt(i) == ' ' || arguments.charAt(i) == ':')) {
      i++;
    }
    return i < arguments.length() && arguments.charAt(i) == '*';
  }

  /**
   * Returns the directory that a rule for files exposes. An absolute path starts with two slashes,
   * because one slash is the directory of the settings.
   */
  public String directory() {
    boolean isFile = FILE_TOOLS.contains(tool.toLowerCase(Locale.ROOT));
    String path = scope;
    while (path.endsWith("*") || (path.endsWith("/") && !path.equals("//"))) {
      path = path.substring(0, path.length() - 1);
    }
    if (!isFile || !(path.startsWith("//") || path.startsWith("~"))) {
      return "";
    }
    return path.startsWith("//") ? path.substring(1) : path;
  }
}
