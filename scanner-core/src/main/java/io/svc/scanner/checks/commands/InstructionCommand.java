package io.svc.scanner.checks.commands;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.IpNumber.Reachability;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.checks.files.SensitivePlace;
import io.svc.scanner.checks.network.SuspiciousHosts;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.InstructionText.Kind;
import io.svc.scanner.detect.InstructionText.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command in a text for the model that runs unknown code or sends credentials.
 *
 * @param line line with the command
 * @param explanation effect of the command, as the part of a sentence before the host
 * @param host host as written; empty if there is none
 * @param isMalicious false for code from an ordinary host, which may be an installer
 */
record InstructionCommand(ConfigText line, String explanation, String host, boolean isMalicious) {
  /** Hosts of installers that their projects document for a pipe to a shell. */
  private static final Set<String> INSTALLERS =
      WordListParser.set(
          """
          github.com raw.githubusercontent.com githubusercontent.com gitlab.com bun.sh bun.com
          deno.land rustup.rs rustwasm.github.io docker.com astral.sh python-poetry.org pnpm.io
          vercel.app nodesource.com nixos.org determinate.systems brew.sh claude.ai
          anthropic.com opencode.ai cursor.com ollama.com ollama.ai k3s.io helm.sh
          tailscale.com volta.sh mise.run mise.jdx.dev starship.rs pulumi.com fly.io
          railway.app railway.com supabase.com convex.dev microsoft.com aka.ms google.com
          googleapis.com cloud.google.com amazonaws.com dot.net dotnet.microsoft.com sdkman.io
          ohmyz.sh yarnpkg.com npmjs.com pypa.io foundry.paradigm.xyz solana.com anza.xyz
          sui.io aptos.dev starkup.dev wasmtime.dev wasmer.io fermyon.com istio.io linkerd.io
          dagger.io devbox.sh jetify.com jetpack.io gradle.org haskell.org ghcup.haskell.org
          elm-lang.org erlang.org get-coursier.io semgrep.dev trivy.dev infracost.io stripe.com
          shopify.com heroku.com cli.github.com goose.ai block.xyz clerk.com neon.tech
          turso.tech planetscale.com expo.dev encore.dev temporal.io""");

  private static final Set<String> SHELL_LANGUAGES =
      Set.of("", "sh", "bash", "shell", "zsh", "console", "terminal", "text", "txt", "powershell");

  private static final Set<String> SOCKETS =
      Set.of("/dev/tcp", "nc", "ncat", "netcat", "socat", "telnet");
  private static final Set<String> COPYING = Set.of("scp", "rsync", "sftp", "ftp");

  /** Calls of libraries that send data. */
  private static final List<String> SENDING =
      List.of(
          "requests.post(",
          "requests.put(",
          "requests.request(",
          "httpx.post(",
          "urlopen(",
          "urllib.request",
          "http.client",
          "aiohttp",
          "fetch(",
          "axios",
          "https.request(",
          "http.request(",
          "got.post(",
          "net.connect(",
          "socket.socket(",
          "invoke-webrequest",
          "invoke-restmethod",
          "net::http",
          "curl_exec",
          "curl ",
          "xmlhttprequest");

  /** Code that contains all variables of the process. */
  private static final List<String> ALL_VARIABLES =
      List.of(
          "dict(os.environ)",
          "json.dumps(os.environ",
          "os.environ.items()",
          "os.environ.copy()})",
          "json.stringify(process.env)",
          "stringify(process.env",
          "env.to_h",
          "json=os.environ");

  /** Calls that run a decoded text. */
  private static final List<String> RUNNING_DECODED =
      List.of(
          "exec(base64.b64decode(",
          "exec(__import__('base64')",
          "exec(zlib.decompress(",
          "exec(codecs.decode(",
          "exec(bytes.fromhex(",
          "eval(base64.b64decode(",
          "eval(atob(",
          "eval(buffer.from(",
          "new function(atob(",
          "function(atob(",
          "exec(requests.get(",
          "eval(requests.get(",
          "exec(urllib.request.urlopen(",
          "exec(urlopen(",
          "-encodedcommand ",
          "frombase64string(");

  /** Returns the commands in a part of a text, in the order of its lines. */
  static List<InstructionCommand> in(Part part) {
    List<InstructionCommand> found = new ArrayList<>();
    if (part.kind() != Kind.CODE || SHELL_LANGUAGES.contains(part.language())) {
      for (ConfigText line : part.lines()) {
        for (String command : commandsIn(line.text(), part.kind())) {
          addCommand(line, command, found);
        }
      }
    }
    if (part.kind() == Kind.CODE) {
      addCode(part, found);
    }
    return found;
  }

  /** Returns the inline code of a line of prose, or else the line. */
  private static List<String> commandsIn(String line, Kind kind) {
    if (kind != Kind.PROSE) {
      String command = line.strip();
      return List.of(command.startsWith("$ ") ? command.substring(2) : command);
    }
    List<String> commands = new ArrayList<>();
    int start = line.indexOf('`');
    while (start >= 0) {
      int end = line.indexOf('`', start + 1);
      if (end < 0) {
        break;
      }
      commands.add(line.substring(start + 1, end));
      start = line.indexOf('`', end + 1);
    }
    return commands.isEmpty() ? List.of(line) : commands;
  }

  private static void addCommand(ConfigText line, String command, List<InstructionCommand> found) {
    if (!mayBeRelevant(command)) {
      return;
    }
    List<Word> words = new ArrayList<>();
    for (String word : Launch.split(command)) {
      words.add(new Word(word, line));
    }
    if (words.isEmpty()) {
      return;
    }
    List<UrlHost> hosts = UrlHost.in(command);
    UrlHost host = hosts.isEmpty() ? UrlHost.NONE : hosts.get(0);
    if (EncodedScript.isRunBy(words)) {
      found.add(new InstructionCommand(line, "runs a script that it decodes", "", true));
    } else if (RemoteCodePipeDetector.find(new Launch(List.of(new Word(command, line))))
        .isPresent()) {
      addDownload(line, host, found);
    } else if (command.contains("chmod +x") && hasDownloader(words) && isUnknown(host)) {
      addDownload(line, host, found);
    } else {
      addTransfer(line, command, words, found);
    }
  }

  private static boolean mayBeRelevant(String command) {
    return command.indexOf('|') >= 0
        || command.indexOf('(') >= 0
        || command.indexOf('@') >= 0
        || command.indexOf('/') >= 0;
  }

  private static boolean hasDownloader(List<Word> words) {
    for (Word word : words) {
      if (word.text().equals("curl") || word.text().equals("wget")) {
        return true;
      }
    }
    return false;
  }

  /** Returns true for a host whose operator is unknown, or whose answers anyone can replace. */
  private static boolean isUnknown(UrlHost host) {
    return SuspiciousHosts.isAnonymous(host)
        || host.reach() == Reachability.PUBLIC
        || host.name().contains("xn--")
        || (host.scheme().equals("http") && !host.isInLocalNetwork());
  }

  private static void addDownload(ConfigText line, UrlHost host, List<InstructionCommand> found) {
    if (host.isEmpty() || host.isReference() || host.isPlaceholder() || host.isLoopback()) {
      return;
    }
    boolean isUnknown = isUnknown(host);
    if (isUnknown || !host.isIn(INSTALLERS)) {
      String explanation =
          isUnknown
              ? "runs code that it downloads, from a host without a known operator or without TLS:"
              : "runs code that it downloads, without review, from";
      found.add(new InstructionCommand(line, explanation, host.written(), isUnknown));
    }
  }

  private static void addTransfer(
      ConfigText line, String command, List<Word> words, List<InstructionCommand> found) {
    boolean isSecret = hasSecretPath(command) || printsVariables(words);
    for (DataTransfer transfer : DataTransfer.in(words)) {
      boolean isShell =
          SOCKETS.contains(transfer.program()) && transfer.host().reach() == Reachability.PUBLIC;
      if (isSecret || isShell || SuspiciousHosts.isAnonymous(transfer.host())) {
        String data = isSecret ? "stored credentials" : transfer.data();
        found.add(
            new InstructionCommand(line, "sends " + data + " to", transfer.host().written(), true));
        return;
      }
    }
    String program = Launch.programOf(words.get(0).text());
    if (COPYING.contains(program) && hasSecretPath(command) && !hasIdentity(words)) {
      found.add(new InstructionCommand(line, "copies stored credentials to a host", "", true));
    }
  }

  /** Returns true if a copy uses a key to sign in. */
  private static boolean hasIdentity(List<Word> words) {
    for (Word word : words) {
      if (word.text().equals("-i") || word.text().equals("-e")) {
        return true;
      }
    }
    return false;
  }

  private static boolean printsVariables(List<Word> words) {
    for (int i = 0; i + 1 < words.size(); i++) {
      boolean isPrinting = Set.of("env", "printenv", "set", "export").contains(words.get(i).text());
      if (isPrinting && words.get(i + 1).text().equals("|")) {
        return true;
      }
    }
    return false;
  }

  /** Returns true for a path of stored credentials other than a project's environment file. */
  private static boolean hasSecretPath(String text) {
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !isOfPath(text.charAt(i))) {
        String path = text.substring(start, i);
        if (path.length() > 4 && (path.indexOf('/') >= 0 || path.indexOf('\\') >= 0)) {
          SensitivePlace place = SensitivePlace.of(path);
          if (place.isSensitive() && !place.isDotEnv()) {
            return true;
          }
        }
        start = i + 1;
      }
    }
    return false;
  }

  private static boolean isOfPath(char c) {
    return Character.isLetterOrDigit(c) || "._-~/\\$:%".indexOf(c) >= 0;
  }

  /** Adds code of a block or a script that runs decoded code, or sends credentials. */
  private static void addCode(Part part, List<InstructionCommand> found) {
    @Nullable ConfigText secret = null;
    @Nullable ConfigText sending = null;
    for (ConfigText line : part.lines()) {
      String text = line.text();
      String lower = text.toLowerCase(Locale.ROOT);
      String dense = lower.replace(" ", "");
      if (isOneIn(RUNNING_DECODED, dense)) {
        found.add(new InstructionCommand(line, "runs code that it decodes or downloads", "", true));
      }
      if (secret == null && (hasSecretPath(text) || isOneIn(ALL_VARIABLES, dense))) {
        secret = line;
      }
      if (sending == null && isOneIn(SENDING, lower)) {
        sending = line;
      }
    }
    if (secret != null && sending != null && found.isEmpty() && hasForeignHost(part)) {
      found.add(
          new InstructionCommand(
              secret,
              "reads stored credentials, and line " + sending.line() + " sends data",
              "",
              true));
    }
  }

  private static boolean isOneIn(List<String> parts, String text) {
    for (String part : parts) {
      if (text.contains(part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasForeignHost(Part part) {
    for (ConfigText line : part.lines()) {
      for (UrlHost host : UrlHost.in(line.text())) {
        if (!host.isEmpty() && !host.isLoopback() && !host.isPlaceholder()) {
          return true;
        }
      }
    }
    return false;
  }
}
