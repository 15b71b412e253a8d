package io.svc.scanner.detect;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What each client can do by itself, under the folded names of its tools, taken from the clients'
 * own documentation of their tools as of 2026. A server of such a name can be taken for the
 * client's own tool, by people and by models.
 */
final class BuiltInCapabilities {
  /** Capabilities that every agent has under these names, whatever the client. */
  private static final Set<String> EVERYWHERE =
      Set.of(
          "bash",
          "shell",
          "terminal",
          "exec",
          "read",
          "write",
          "edit",
          "grep",
          "glob",
          "ls",
          "task",
          "readfile",
          "writefile",
          "editfile",
          "listfiles",
          "listdirectory",
          "runcommand",
          "executecommand",
          "runterminalcommand",
          "websearch",
          "webfetch",
          "todowrite",
          "todoread",
          "applypatch",
          "computeruse",
          "codesearch",
          "codebasesearch",
          "system",
          "builtin",
          "default");

  private static final Map<String, Set<String>> BY_CLIENT =
      Map.of(
          "claude-code",
          Set.of(
              "agent",
              "askuserquestion",
              "bashoutput",
              "exitplanmode",
              "killshell",
              "multiedit",
              "notebookedit",
              "notebookread",
              "skill",
              "slashcommand",
              "toolsearch",
              "ide",
              "monitor"),
          "claude-desktop",
          Set.of(
              "artifacts",
              "repl",
              "analysis",
              "analysistool",
              "projectknowledgesearch",
              "conversationsearch",
              "recentchats",
              "codeexecution",
              "googledrivesearch"),
          "vscode",
          Set.of(
              "codebase",
              "editfiles",
              "extensions",
              "fetch",
              "findtestfiles",
              "githubrepo",
              "new",
              "opensimplebrowser",
              "problems",
              "runcommands",
              "runnotebooks",
              "runtasks",
              "runtests",
              "search",
              "searchresults",
              "terminallastcommand",
              "terminalselection",
              "testfailure",
              "todos",
              "usages",
              "vscodeapi",
              "changes",
              "runinterminal",
              "createfile",
              "workspace",
              "vscode",
              "runsubagent"),
          "cursor",
          Set.of(
              "deletefile",
              "editfile",
              "fetchrules",
              "filesearch",
              "grepsearch",
              "listdir",
              "reapply",
              "runterminalcmd",
              "searchreplace",
              "web",
              "codebase",
              "readlints",
              "createdirectory"),
          "gemini-cli",
          Set.of(
              "runshellcommand",
              "readmanyfiles",
              "searchfilecontent",
              "replace",
              "savememory",
              "googlewebsearch",
              "findfiles"),
          "codex",
          Set.of(
              "updateplan", "viewimage", "localshell", "unifiedexec", "execcommand", "writestdin"),
          "zed",
          Set.of(
              "copypath",
              "createdirectory",
              "deletepath",
              "diagnostics",
              "fetch",
              "findpath",
              "movepath",
              "now",
              "open",
              "thinking"),
          "cline",
          Set.of(
              "replaceinfile",
              "searchfiles",
              "listcodedefinitionnames",
              "browseraction",
              "usemcptool",
              "accessmcpresource",
              "askfollowupquestion",
              "attemptcompletion",
              "newtask",
              "planmoderespond"),
          "windsurf",
          Set.of(
              "viewfile",
              "viewcodeitem",
              "grepsearch",
              "findbyname",
              "proposecode",
              "browserpreview",
              "deploywebapp",
              "searchweb",
              "readurlcontent"));

  private BuiltInCapabilities() {}

  /** Whether a client has a capability of this name, letter case and separators aside. */
  static boolean has(String client, String name) {
    String folded = fold(name);
    if (EVERYWHERE.contains(folded)) {
      return true;
    }
    if (client.equals("roo-code") || client.equals("kilo-code")) {
      return has("cline", name);
    }
    return BY_CLIENT.getOrDefault(client, Set.of()).contains(folded);
  }

  /** A name without letter case and separators: {@code Read_File} is {@code readfile}. */
  static String fold(String name) {
    StringBuilder folded = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      if (Character.isLetterOrDigit(name.charAt(i))) {
        folded.append(name.charAt(i));
      }
    }
    return folded.toString().toLowerCase(Locale.ROOT);
  }
}
