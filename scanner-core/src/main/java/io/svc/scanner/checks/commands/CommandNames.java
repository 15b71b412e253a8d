package io.svc.scanner.checks.commands;

import io.svc.rules.WordBlock;
import java.util.Set;

/** What the name of a program tells when it stands behind an operator of a shell. */
final class CommandNames {
  /** Programs whose names are hardly ever words of anything else. */
  private static final Set<String> PROGRAMS =
      WordBlock.set(
          """
          aws awk base64 bash bitsadmin bunx certutil chmod chown cmd crontab cscript curl dd docker
          gcloud git iex invoke-expression invoke-webrequest iptables irm iwr kubectl launchctl
          mkdir mkfifo mshta nc ncat netcat node nohup npm npx openssl osascript perl php pip pip3
          pkill pnpm podman powershell printenv pwsh python python3 regsvr32 rm rmdir rsync ruby
          rundll32 schtasks scp sed sh socat ssh sudo systemctl tar telnet tftp uvx wget whoami
          wscript xargs zsh""");

  /** Programs whose names are words, too. */
  private static final Set<String> WORDS =
      Set.of(
          "bun", "cat", "cd", "copy", "cp", "date", "del", "echo", "env", "eval", "exec", "exit",
          "export", "find", "grep", "head", "id", "kill", "ln", "ls", "mail", "make", "more",
          "mount", "move", "mv", "nmap", "open", "ping", "printf", "ps", "reg", "route", "screen",
          "service", "set", "shred", "sleep", "source", "start", "su", "tail", "tee", "test",
          "touch", "type", "uname", "uv", "yarn");

  private static final Set<String> ALONE =
      Set.of("whoami", "reboot", "shutdown", "poweroff", "printenv", "halt");

  private static final Set<String> INTERPRETERS =
      WordBlock.set(
          """
          sh bash zsh dash ksh iex cmd powershell pwsh python python3 node perl ruby php""");

  private static final Set<String> ASKING =
      WordBlock.set(
          """
          pwd which where dirname basename realpath hostname id command type brew npm go git date
          nproc uname""");

  private static final Set<String> FETCHING =
      Set.of("install", "i", "add", "exec", "run", "clone", "dlx", "x");

  private CommandNames() {}

  /** Whether a name is that of a program, and hardly ever a word of anything else. */
  static boolean isProgram(String name) {
    return PROGRAMS.contains(name);
  }

  /** Whether a name is that of a program, be it a word of sentences, too. */
  static boolean isKnown(String name) {
    return PROGRAMS.contains(name) || WORDS.contains(name);
  }

  /** Whether a program does something without being told more. */
  static boolean runsAlone(String name) {
    return ALONE.contains(name);
  }

  /** Whether a program runs what it reads. */
  static boolean isInterpreter(String name) {
    return INTERPRETERS.contains(name);
  }

  /** Whether a program only tells where something is, as people have it in paths. */
  static boolean isAsking(String name) {
    return ASKING.contains(name);
  }

  /** Whether the first argument of a package manager makes it fetch or run something. */
  static boolean isFetching(String argument) {
    return FETCHING.contains(argument);
  }
}
