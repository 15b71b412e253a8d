package io.svc.scanner.checks.commands;

import io.svc.rules.WordListParser;
import java.util.Set;

/** Classifies program names that follow a shell operator. */
final class CommandNames {
  /** Programs whose names are rarely ordinary words. */
  private static final Set<String> PROGRAMS =
      WordListParser.set(
          """
          aws awk base64 bash bitsadmin bunx certutil chmod chown cmd crontab cscript curl dd docker
          gcloud git iex invoke-expression invoke-webrequest iptables irm iwr kubectl launchctl
          mkdir mkfifo mshta nc ncat netcat node nohup npm npx openssl osascript perl php pip pip3
          pkill pnpm podman powershell printenv pwsh python python3 regsvr32 rm rmdir rsync ruby
          rundll32 schtasks scp sed sh socat ssh sudo systemctl tar telnet tftp uvx wget whoami
          wscript xargs zsh""");

  /** Programs whose names are also ordinary words. */
  private static final Set<String> WORDS =
      Set.of(
          "bun", "cat", "cd", "copy", "cp", "date", "del", "echo", "env", "eval", "exec", "exit",
          "export", "find", "grep", "head", "id", "kill", "ln", "ls", "mail", "make", "more",
          "mount", "move", "mv", "nmap", "open", "ping", "printf", "ps", "reg", "route", "screen",
          "service", "set", "shred", "sleep", "source", "start", "su", "tail", "tee", "test",
          "touch", "type", "uname", "uv", "yarn");

  private static final Set<String> STANDALONE_COMMANDS =
      Set.of("whoami", "reboot", "shutdown", "poweroff", "printenv", "halt");

  private static final Set<String> INTERPRETERS =
      WordListParser.set(
          """
          sh bash zsh dash ksh iex cmd powershell pwsh python python3 node perl ruby php""");

  private static final Set<String> LOOKUP_COMMANDS =
      WordListParser.set(
          """
          pwd which where dirname basename realpath hostname id command type brew npm go git date
          nproc uname""");

  private static final Set<String> FETCHING =
      Set.of("install", "i", "add", "exec", "run", "clone", "dlx", "x");

  private CommandNames() {}

  /** Returns whether a name is a program name that is rarely an ordinary word. */
  static boolean isProgram(String name) {
    return PROGRAMS.contains(name);
  }

  /** Returns whether a name is a program name, even if it is also an ordinary word. */
  static boolean isProgramName(String name) {
    return PROGRAMS.contains(name) || WORDS.contains(name);
  }

  /** Returns whether a program has an effect without arguments. */
  static boolean runsWithoutArguments(String name) {
    return STANDALONE_COMMANDS.contains(name);
  }

  /** Returns whether a program runs its input. */
  static boolean isInterpreter(String name) {
    return INTERPRETERS.contains(name);
  }

  /** Returns whether a program only prints a location and is therefore common in path arguments. */
  static boolean printsLocation(String name) {
    return LOOKUP_COMMANDS.contains(name);
  }

  /** Returns whether the first argument of a package manager makes it fetch or run a package. */
  static boolean isFetching(String argument) {
    return FETCHING.contains(argument);
  }
}
