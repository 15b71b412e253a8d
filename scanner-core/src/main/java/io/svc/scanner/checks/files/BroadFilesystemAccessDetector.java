package io.svc.scanner.checks.files;

import io.svc.rules.RecentResults;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.ContainerRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Detects file servers with access to far more files than one project contains. */
public final class BroadFilesystemAccessDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "access/broad-filesystem",
          "broad_filesystem_access",
          Severity.HIGH,
          "a file server has access to an entire home directory or drive",
          "Allow only the directories that are needed, not their parent directories.");

  private static final List<String> FILE_SERVER_WORDS =
      WordListParser.list(
          """
          filesystem file-system file_system fileserver file-server files desktop-commander
          mcp-server-git mcp_server_git mcp/git server-git markdownify obsidian text-editor""");

  private static final Set<String> ROOT_FLAGS =
      WordListParser.set(
          """
          --root --allow --allow-dir --directory --dir --path --workspace --allow-write --allow-read
          --repository --base-dir --folder""");

  /** Names of options, variables and settings for directories of a server, letters only. */
  private static final Set<String> ROOT_NAMES =
      WordListParser.set(
          """
          alloweddirectories alloweddirectory alloweddirs alloweddir allowedpaths allowedpath
          allowedfolders allowedfolder allowedroots allowedroot alloweddirectorylist rootdir
          rootdirectory rootdirectories filesystemroot fsroot mcproot workspaceroot basedir
          basedirectory""");

  private static final RecentResults<String, Boolean> RECENT = new RecentResults<>(1_024);
  private static final RecentResults<String, Boolean> RECENT_NAMES = new RecentResults<>(256);

  private static final int SHORTEST_ROOT_NAME = 6;
  private static final int LONGEST_ROOT_NAME = 20;

  /** Further names of variables, which as options denote the path of a URL. */
  private static final Set<String> ROOT_VARIABLES = Set.of("ROOT_PATH", "BASE_PATH");

  /** Programs that start a server, whose arguments follow its name. */
  private static final Set<String> LAUNCHERS =
      WordListParser.set("npx bunx pnpx uvx pipx uv node deno bun python python3 py java dotnet");

  private static final int DEEPEST = 3;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      boolean isFileServer = isFileServer(server);
      addArguments(subject, server, isFileServer, detections);
      for (NamedText variable : server.env()) {
        if (isRootName(variable.name()) || ROOT_VARIABLES.contains(variable.name())) {
          addRoots(subject, server, variable.value(), detections);
        }
      }
      addMembers(subject, server, server.entry(), 0, detections);
    }
    for (Word directory : ClientDirectories.of(subject.config())) {
      addToClient(subject, directory.origin(), directory.text(), detections);
    }
    return detections;
  }

  /** Adds the directories in settings of an entry: {@code "allowedDirectories": ["/"]}. */
  private static void addMembers(
      DetectionSubject subject,
      McpServer server,
      ConfigObject object,
      int depth,
      List<DetectedProblem> detections) {
    for (Member member : object.members()) {
      if (member.value() instanceof ConfigObject nested && depth < DEEPEST) {
        addMembers(subject, server, nested, depth + 1, detections);
      } else if (isRootName(member.name())) {
        if (member.value() instanceof ConfigText text) {
          addRoots(subject, server, text, detections);
        }
        for (ConfigText text : ClientDirectories.textsIn(object, member.name())) {
          addRoots(subject, server, text, detections);
        }
      }
    }
  }

  private static void addRoots(
      DetectionSubject subject,
      McpServer server,
      ConfigText text,
      List<DetectedProblem> detections) {
    for (String path : PathList.of(text.text().replace(',', ';'))) {
      add(subject, server, new Word(path, text), path, detections);
    }
  }

  private static boolean isRootName(String name) {
    Boolean known = RECENT_NAMES.get(name);
    if (known == null) {
      known = readsAsRootName(name);
      RECENT_NAMES.put(name, known);
    }
    return known;
  }

  private static boolean readsAsRootName(String name) {
    // Most names have another length, so that no text is created for them.
    int count = 0;
    for (int i = 0; i < name.length(); i++) {
      count += Character.isLetter(name.charAt(i)) ? 1 : 0;
    }
    if (count < SHORTEST_ROOT_NAME || count > LONGEST_ROOT_NAME) {
      return false;
    }
    StringBuilder letters = new StringBuilder(count);
    for (int i = 0; i < name.length(); i++) {
      if (Character.isLetter(name.charAt(i))) {
        letters.append(Character.toLowerCase(name.charAt(i)));
      }
    }
    return ROOT_NAMES.contains(letters.toString());
  }

  private static void addToClient(
      DetectionSubject subject, ConfigText origin, String path, List<DetectedProblem> detections) {
    FilesystemExposure breadth = FilesystemExposure.ofPath(path);
    if (breadth == FilesystemExposure.ROOT || breadth == FilesystemExposure.HOME) {
      detections.add(
          DetectedProblem.of(
              CHECK,
              "",
              origin.location(),
              "The client can access `"
                  + subject.redactor().redact(origin, path)
                  + "`, "
                  + breadth.words()
                  + "."));
    }
  }

  private static boolean isFileServer(McpServer server) {
    if (hasFileServerWord(server.name())) {
      return true;
    }
    for (Word word : server.launch().words()) {
      if (hasFileServerWord(word.text())) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasFileServerWord(String text) {
    Boolean known = RECENT.get(text);
    if (known == null) {
      known = containsFileServerWord(text);
      RECENT.put(text, known);
    }
    return known;
  }

  private static boolean containsFileServerWord(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (String word : FILE_SERVER_WORDS) {
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static void addArguments(
      DetectionSubject subject,
      McpServer server,
      boolean isFileServer,
      List<DetectedProblem> detections) {
    for (Launch launch : subject.commands(server)) {
      boolean isContainer = subject.facts(server).container(launch).isPresent();
      boolean isLauncher = LAUNCHERS.contains(launch.program());
      String previous = "-";
      for (Word word : launch.arguments()) {
        String text = word.text();
        int equals = text.startsWith("--") ? text.indexOf('=') : -1;
        String flag = equals > 0 ? text.substring(0, equals) : previous;
        String value = equals > 0 ? text.substring(equals + 1) : text;
        boolean isFlagged =
            flag.startsWith("-")
                && (ROOT_FLAGS.contains(flag.toLowerCase(Locale.ROOT)) || isRootName(flag));
        boolean isArgument = isLauncher && (previous.equals("--") || !previous.startsWith("-"));
        if (isContainer) {
          // A file server in a container accesses the mounted directories.
          if (isFileServer) {
            add(subject, server, word, ContainerRun.mountSource(value), detections);
          }
        } else if (isFlagged || isFileServer || isArgument) {
          add(subject, server, word, value, detections);
        }
        previous = text;
      }
    }
  }

  private static void add(
      DetectionSubject subject,
      McpServer server,
      Word word,
      String path,
      List<DetectedProblem> detections) {
    FilesystemExposure breadth = FilesystemExposure.ofPath(path);
    if (breadth == FilesystemExposure.ROOT || breadth == FilesystemExposure.HOME) {
      for (DetectedProblem other : detections) {
        if (other.server().equals(server.name())
            && other.location().equals(word.origin().location())) {
          return;
        }
      }
      detections.add(
          DetectedProblem.of(
              CHECK,
              server.name(),
              word.origin().location(),
              "The server can access `"
                  + subject.redactor().redact(word.origin(), path)
                  + "`, "
                  + breadth.words()
                  + "."));
    }
  }
}
