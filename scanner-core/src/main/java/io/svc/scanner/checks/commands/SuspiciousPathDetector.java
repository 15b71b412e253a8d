package io.svc.scanner.checks.commands;

import io.svc.rules.RecentResults;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.Commands;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Detects servers whose program or script is in a directory for temporary or arbitrary files. */
public final class SuspiciousPathDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/suspicious-path",
          "suspicious_path",
          Severity.MEDIUM,
          "a server program is in a hidden or temporary directory",
          "Install the {part} in a directory that only you and the system can write to, and run it"
              + " from there.");

  /** Programs whose first argument that is not an option is the code to run. */
  private static final Set<String> INTERPRETERS =
      WordListParser.set(
          """
          node python python3 py deno bun ruby perl php java sh bash zsh dash tsx ts-node dotnet
          pwsh powershell uv npx cmd go bunx uvx pipx""");

  private static final Set<String> SUBCOMMANDS =
      Set.of("run", "exec", "x", "tsx", "ts-node", "tool", "python", "node", "/c", "/k");

  private static final Set<String> CODE_FLAGS =
      Set.of("-jar", "-f", "-file", "--file", "--directory", "--project", "--from");

  private static final List<String> TEMPORARY =
      List.of(
          "/tmp/",
          "/var/tmp/",
          "/private/tmp/",
          "/private/var/tmp/",
          "/usr/tmp/",
          "/var/folders/",
          "/private/var/folders/");
  private static final List<String> SHARED_MEMORY =
      List.of("/dev/shm/", "/run/shm/", "/dev/mqueue/");
  private static final List<String> WORLD_WRITABLE =
      List.of("/users/shared/", "c:/users/public/", "c:/windows/temp/", "c:/temp/", "c:/tmp/");
  private static final List<String> WINDOWS_TEMPORARY =
      WordListParser.list(
          """
          %temp%/ %tmp%/ /appdata/local/temp/ $env:temp/ ${env:temp}/ ${tmpdir}/ $tmpdir/
          ${temp}/""");
  private static final List<String> TRASH =
      List.of("/.trash/", "/.local/share/trash/", "/$recycle.bin/", "/.trashes/");

  /** The reasons for programs: most servers start one of a few. */
  private static final RecentResults<String, String> RECENT = new RecentResults<>(512);

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      if (server.noun().equals(McpServer.ARCHIVE_ENTRY)) {
        detections.add(archiveEntry(subject, server.entry().members().get(0).value()));
      }
      for (Launch launch : subject.commands(server)) {
        int before = detections.size();
        for (Word word : programs(server, launch)) {
          add(subject, server, word, detections);
        }
        if (detections.size() > before) {
          break;
        }
      }
    }
    return detections;
  }

  /** Malicious repositories hide scripts next to the task or hook that runs them. */
  private static boolean isInEditorSettings(String path) {
    String folded = path.replace('\\', '/');
    String relative = folded.startsWith("./") ? folded.substring(2) : folded;
    return relative.startsWith(".vscode/") || relative.startsWith("${workspaceFolder}/.vscode/");
  }

  /** Returns the finding for a path traversal in a bundle. */
  private static DetectedProblem archiveEntry(DetectionSubject subject, ConfigNode name) {
    String path =
        name instanceof ConfigText text ? subject.redactor().redact(text, text.text()) : "";
    return DetectedProblem.of(
            CHECK,
            "",
            name.location(),
            "The bundle contains a file named `"
                + path
                + "`: an installer that follows this name writes outside of the bundle's"
                + " directory.")
        .withSeverity(Severity.HIGH);
  }

  /** Returns the program and the script or package that it runs. */
  private static List<Word> programs(McpServer server, Launch launch) {
    List<Word> words = launch.words();
    List<Word> programs = new ArrayList<>();
    programs.add(words.get(0));
    // The commands of a script are separate launches.
    boolean isScript = server.isOfClient() && Commands.scriptOfShell(words) > 0;
    if (isScript || !INTERPRETERS.contains(interpreter(launch.program()))) {
      return programs;
    }
    for (int i = 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (CODE_FLAGS.contains(text.toLowerCase(Locale.ROOT)) && i + 1 < words.size()) {
        programs.add(words.get(i + 1));
        i++;
      } else if (!text.startsWith("-") && !SUBCOMMANDS.contains(text.toLowerCase(Locale.ROOT))) {
        programs.add(words.get(i));
        break;
      }
    }
    return programs;
  }

  /**
   * Removes the minor version from an interpreter's name: {@code python3.12} becomes {@code
   * python3}.
   */
  private static String interpreter(String program) {
    int dot = program.indexOf('.');
    return dot > 0 ? program.substring(0, dot) : program;
  }

  private static void add(
      DetectionSubject subject, McpServer server, Word word, List<DetectedProblem> detections) {
    String reason = reason(word.text());
    if (reason.isEmpty() && server.isOfClient() && isInEditorSettings(word.text())) {
      reason = Reason.SETTINGS;
    }
    if (reason.isEmpty()) {
      return;
    }
    boolean isOpenToOthers =
        reason.equals(Reason.SHARED_MEMORY)
            || reason.equals(Reason.WORLD_WRITABLE)
            || reason.equals(Reason.SHARE)
            || subject.machine().isWritableByOthers(word.text());
    String path = subject.redactor().redact(word.origin(), word.text());
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server.name(),
            word.origin().location(),
            "The " + server.noun() + " is loaded from `" + path + "`, " + reason + ".");
    detections.add(isOpenToOthers ? detection.withSeverity(Severity.HIGH) : detection);
  }

  /**
   * Returns the reason why a path is suspicious as part of a sentence. Empty if it is not
   * suspicious.
   */
  static String reason(String text) {
    String known = RECENT.get(text);
    if (known == null) {
      known = findReason(text);
      RECENT.put(text, known);
    }
    return known;
  }

  private static String findReason(String text) {
    if ((text.contains("://") && !text.startsWith("file://")) || text.startsWith("git+")) {
      return "";
    }
    String path = text.startsWith("file://") ? text.substring("file://".length()) : text;
    if ((path.startsWith("\\\\") && !path.startsWith("\\\\.\\"))
        || (path.startsWith("//") && path.length() > 2)) {
      return path.startsWith("\\\\wsl") ? "" : Reason.SHARE;
    }
    String folded = path.replace('\\', '/').toLowerCase(Locale.ROOT);
    if (folded.indexOf('/') < 0) {
      return "";
    }
    if (startsWithAny(folded, SHARED_MEMORY)) {
      return Reason.SHARED_MEMORY;
    }
    if (startsWithAny(folded, TEMPORARY) || containsAny(folded, WINDOWS_TEMPORARY)) {
      return Reason.TEMPORARY;
    }
    if (startsWithAny(folded, WORLD_WRITABLE)) {
      return Reason.WORLD_WRITABLE;
    }
    if (containsAny("/" + folded, TRASH)) {
      return Reason.TRASH;
    }
    if (containsAny(folded, List.of("/downloads/")) || folded.startsWith("downloads/")) {
      return Reason.DOWNLOADS;
    }
    return reasonOfSegments(folded);
  }

  private static String reasonOfSegments(String folded) {
    String[] segments = folded.split("/", 200);
    boolean isUnderTool = false;
    for (int i = 0; i < segments.length; i++) {
      String segment = segments[i];
      boolean isLast = i == segments.length - 1;
      if (segment.equals("..")) {
        return Reason.CLIMB;
      }
      boolean isHidden = segment.length() > 1 && segment.charAt(0) == '.';
      isUnderTool |= isHidden && ToolHomes.has(segment);
      if (isHidden && !isUnderTool && !isLast) {
        return Reason.HIDDEN;
      }
    }
    return "";
  }

  private static boolean startsWithAny(String path, List<String> starts) {
    for (String start : starts) {
      if (path.startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsAny(String path, List<String> parts) {
    for (String part : parts) {
      if (path.contains(part)) {
        return true;
      }
    }
    return false;
  }

  /** The reasons, as the end of a detail's sentence. */
  private static final class Reason {
    static final String SHARED_MEMORY = "which is shared memory";
    static final String TEMPORARY = "a temporary directory";
    static final String WORLD_WRITABLE = "a world-writable directory";
    static final String SHARE = "a network share";
    static final String TRASH = "the trash";
    static final String DOWNLOADS = "a download directory";
    static final String HIDDEN = "a hidden directory";
    static final String SETTINGS = "a directory for settings of an editor";
    static final String CLIMB = "a path that leaves its directory";

    private Reason() {}
  }

  /** Dot-directories in which tools usually install programs. */
  private static final class ToolHomes {
    private static final Set<String> NAMES =
        WordListParser.set(
            """
            .nvm .npm .npm-global .npm-packages .local .cargo .rustup .bun .deno .pyenv .rbenv .nodenv
            .asdf .volta .fnm .sdkman .jenv .rye .pixi .venv .virtualenvs .conda .mise .proto .dotnet
            .go .gvm .yarn .pnpm .pnpm-store .nix-profile .linuxbrew .docker .rd .orbstack .vscode
            .vscode-server .vscode-insiders .cursor .cursor-server .windsurf .antigravity .vscode-oss
            .positron .void-editor .codeium .claude .gemini .codex .continue .kiro .roo .cline
            .lmstudio .opencode .amazonq .aws .poetry .uv .pipx .krew .composer .jbang .m2 .gradle
            .swiftpm .mint .foundry .solana .smithery .mcp .toolbox .github .config .idea .trae .zed
            .copilot .ollama .output .next .build .wrangler .svelte-kit .agents .tools .bin .dart
            .pub-cache .ghcup .cabal .opam .sbt .coursier .mix .julia .juliaup .elan .fvm .swm""");

    private ToolHomes() {}

    /** Returns whether a lowercase directory name is a tool's home. */
    static boolean has(String name) {
      return NAMES.contains(name) || name.startsWith(".venv");
    }
  }
}
