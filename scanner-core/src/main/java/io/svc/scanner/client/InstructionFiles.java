package io.svc.scanner.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The catalog of instruction files: texts that a client passes to its model at each start, such as
 * {@code CLAUDE.md}. Names are from the documentation of the clients. Scans of a named
 * configuration do not load this class.
 */
public final class InstructionFiles {
  /** The client that defined a file that many clients read. */
  private static final String AGENTS_MD = "codex";

  private static final String[] IN_PROJECT = {
    AGENTS_MD,
    "AGENTS.md AGENTS.override.md AGENT.md",
    "claude-code",
    "CLAUDE.md CLAUDE.local.md SKILL.md .claude/rules/**/*.md",
    "claude-code",
    ".claude/output-styles/*.md",
    "gemini-cli",
    "GEMINI.md",
    "qwen-code",
    "QWEN.md",
    "warp",
    "WARP.md",
    "cursor",
    ".cursorrules .cursor/rules/**/*.mdc .cursor/commands/*.md",
    "windsurf",
    ".windsurfrules .windsurf/rules/*.md .windsurf/workflows/*.md",
    "cline",
    ".clinerules .clinerules/*",
    "roo-code",
    ".roorules .roo/rules*/**/*",
    "kilo-code",
    ".kilocode/rules*/**/*.md",
    "kiro",
    ".kiro/steering/**/*.md",
    "junie",
    ".junie/guidelines.md",
    "amazon-q",
    ".amazonq/rules/**/*.md",
    "continue",
    ".continuerules .continue/rules/**/*.md",
    "vscode",
    ".github/copilot-instructions.md .github/instructions/**/*.instructions.md",
    "vscode",
    ".github/prompts/*.prompt.md .github/chatmodes/* .github/agents/*.md",
    "opencode",
    ".opencode/agent/*.md .opencode/command/*.md",
    "augment",
    ".augment-guidelines .augment/rules/**/*.md",
    "trae",
    ".trae/rules/*.md",
    "goose",
    ".goosehints"
  };

  /** Files of the user, below the home directory. */
  private static final String[] AT_HOME = {
    "claude-code",
    ".claude/CLAUDE.md .claude/rules/**/*.md",
    AGENTS_MD,
    ".codex/AGENTS.md .codex/AGENTS.override.md",
    "gemini-cli",
    ".gemini/GEMINI.md",
    "qwen-code",
    ".qwen/QWEN.md",
    "windsurf",
    ".codeium/windsurf/memories/global_rules.md",
    "kiro",
    ".kiro/steering/*.md",
    "opencode",
    ".config/opencode/AGENTS.md"
  };

  /** Endings of files in directories of rules that clients do not pass to their models. */
  private static final List<String> OTHER_ENDINGS =
      List.of(".json", ".jsonc", ".toml", ".yaml", ".yml", ".png", ".jpg", ".gif", ".svg");

  private static final Map<String, String> BY_NAME = new TreeMap<>();
  private static final List<Pattern> PATTERNS = new ArrayList<>();
  private static final Set<String> FOLDERS = new HashSet<>();

  static {
    for (Pattern pattern : patterns(IN_PROJECT)) {
      String first = pattern.names.get(0).toLowerCase(Locale.ROOT);
      if (pattern.names.size() == 1) {
        BY_NAME.put(first, pattern.label);
      } else {
        PATTERNS.add(pattern);
        FOLDERS.add(first);
      }
    }
  }

  private record Pattern(String label, List<String> names) {}

  private InstructionFiles() {}

  private static List<Pattern> patterns(String[] pairs) {
    List<Pattern> patterns = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      for (String path : pairs[i + 1].split(" ", -1)) {
        patterns.add(new Pattern(pairs[i], ConfigLocation.names(path)));
      }
    }
    return patterns;
  }

  /**
   * Returns the paths of instruction files of a project, with the wildcards of the catalog of
   * clients.
   */
  public static List<String> projectPatterns() {
    List<String> paths = new ArrayList<>();
    for (Pattern pattern : patterns(IN_PROJECT)) {
      paths.add(String.join("/", pattern.names));
    }
    return paths;
  }

  /** Returns the label of the client that reads an instruction file; empty for other paths. */
  public static Optional<String> labelOf(Path path) {
    Path fileName = path.getFileName();
    String name = fileName == null ? "" : fileName.toString();
    String label = BY_NAME.get(name.toLowerCase(Locale.ROOT));
    // A hidden file in a directory of rules belongs to the system, such as .DS_Store.
    if (label != null || name.startsWith(".") || hasOtherEnding(name)) {
      return Optional.ofNullable(label);
    }
    List<String> names = new ArrayList<>(path.getNameCount());
    for (Path part : path) {
      names.add(part.toString());
    }
    for (Pattern pattern : PATTERNS) {
      if (ClientPathMatch.endsWith(names, names.size(), pattern.names, pattern.names.size())) {
        return Optional.of(pattern.label);
      }
    }
    return Optional.empty();
  }

  private static boolean hasOtherEnding(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String ending : OTHER_ENDINGS) {
      if (lower.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true if {@link #labelOf} may recognize a path, or if it may be a script of a skill.
   * Much cheaper, for searches of complete trees.
   *
   * @param path path with slashes
   */
  public static boolean mayBe(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (BY_NAME.containsKey(name) || SkillScripts.isScript(name)) {
      return true;
    }
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      int slash = dot == 0 || path.charAt(dot - 1) == '/' ? path.indexOf('/', dot) : -1;
      if (slash > 0 && FOLDERS.contains(path.substring(dot, slash).toLowerCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the existing files of the user and of the projects, with the labels of their clients,
   * each once. Instruction files below other directories of a project are not included.
   *
   * @param projects directories, nearest first
   */
  public static Map<Path, String> find(Path home, List<Path> projects) {
    Map<Path, String> found = new LinkedHashMap<>();
    Set<Path> seen = new HashSet<>();
    for (Path project : projects) {
      add(project, IN_PROJECT, seen, found);
    }
    add(home, AT_HOME, seen, found);
    return found;
  }

  private static void add(Path root, String[] pairs, Set<Path> seen, Map<Path, String> found) {
    for (Pattern pattern : patterns(pairs)) {
      for (Path file : PatternWalk.filesBelow(root, pattern.names)) {
        boolean isExact = file.endsWith(pattern.names.get(pattern.names.size() - 1));
        if ((isExact || labelOf(file).isPresent()) && seen.add(file.toAbsolutePath().normalize())) {
          found.put(file, pattern.label);
        }
      }
    }
  }
}
