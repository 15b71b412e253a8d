package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of VS Code that run when a folder is opened ({@code "runOn": "folderOpen"}), and the
 * tasks on which they depend. Other tasks run only when the user starts them.
 */
final class FolderOpenTasks {
  private static final String NOUN = "task of the opened folder";
  private static final List<String> SYSTEMS = List.of("windows", "osx", "linux");
  private static final Launch NO_LAUNCH = new Launch(List.of());

  private final List<McpServer> entries = new ArrayList<>();
  private boolean isRead = true;

  private FolderOpenTasks() {}

  /** Returns the tasks of {@code tasks.json}, or of a workspace. */
  static FolderOpenTasks in(ConfigObject file) {
    ConfigNode tasks = file.find("tasks").orElse(file);
    if (tasks instanceof ConfigObject section) {
      tasks = section.find("tasks").orElse(section);
    }
    FolderOpenTasks found = new FolderOpenTasks();
    if (tasks instanceof ConfigList list) {
      found.addAll(list.elements());
    } else {
      found.isRead = tasks.kind().equals("null");
    }
    return found;
  }

  List<McpServer> entries() {
    return entries;
  }

  /** Returns false if the command of a task is unknown. */
  boolean isRead() {
    return isRead;
  }

  private void addAll(List<ConfigNode> tasks) {
    Map<String, List<ConfigObject>> byLabel = new HashMap<>();
    Deque<ConfigObject> pending = new ArrayDeque<>();
    for (ConfigNode node : tasks) {
      if (!(node instanceof ConfigObject task)) {
        isRead = false;
        continue;
      }
      byLabel.computeIfAbsent(labelOf(task), label -> new ArrayList<>()).add(task);
      if (runsOnFolderOpen(task)) {
        pending.add(task);
      }
    }
    Set<ConfigObject> seen = new HashSet<>(pending);
    while (!pending.isEmpty()) {
      ConfigObject task = pending.remove();
      add(task);
      for (String name : dependenciesOf(task)) {
        // Removed: the tasks of a label are visited once.
        for (ConfigObject other : orNone(byLabel.remove(name))) {
          if (seen.add(other)) {
            pending.add(other);
          }
        }
      }
    }
  }

  private static List<ConfigObject> orNone(@Nullable List<ConfigObject> tasks) {
    return tasks == null ? List.of() : tasks;
  }

  private static boolean runsOnFolderOpen(ConfigObject task) {
    Optional<ConfigObject> options = task.findObject("runOptions");
    return options.isPresent()
        && options
            .get()
            .findText("runOn")
            .filter(text -> text.text().equals("folderOpen"))
            .isPresent();
  }

  private static String labelOf(ConfigObject task) {
    return task.findText("label")
        .or(() -> task.findText("taskName"))
        .map(ConfigText::text)
        .orElse("");
  }

  private static List<String> dependenciesOf(ConfigObject task) {
    List<String> names = new ArrayList<>();
    ConfigNode value = task.find("dependsOn").orElse(task);
    if (value instanceof ConfigText name) {
      names.add(name.text());
    } else if (value instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigText name) {
          names.add(name.text());
        }
      }
    }
    return names;
  }

  private void add(ConfigObject task) {
    boolean hasCommand = add(task, task);
    for (String system : SYSTEMS) {
      Optional<ConfigObject> variant = task.findObject(system);
      hasCommand |= variant.isPresent() && add(task, variant.get());
    }
    // A task without a command of its own may only run other tasks.
    isRead &= hasCommand || (task.find("type").isEmpty() && task.find("dependsOn").isPresent());
  }

  /**
   * Adds the command of a task; returns false if it has none in a known notation.
   *
   * @param part the task, or its settings for one operating system
   */
  private boolean add(ConfigObject task, ConfigObject part) {
    String type = task.findText("type").map(ConfigText::text).orElse("shell");
    ConfigText command = textOf(part.find("command").orElse(part));
    ConfigText script = part.findText("script").orElse(null);
    Launch launch = NO_LAUNCH;
    if (command != null) {
      launch = launchOf(command, part, type.equals("process"));
    } else if (type.equals("npm") && script != null) {
      launch = new ManifestWords().add(script, "npm", "run", script.text()).launch();
    }
    Optional<ConfigObject> options = part.findObject("options");
    List<NamedText> env = options.isPresent() ? variablesOf(options.get()) : List.of();
    if (!launch.isEmpty() || !env.isEmpty()) {
      entries.add(
          new McpServer("", NOUN, part.location(), part, launch, env, List.of(), List.of()));
    }
    return !launch.isEmpty();
  }

  private List<NamedText> variablesOf(ConfigObject options) {
    List<NamedText> variables = new ArrayList<>();
    Optional<ConfigObject> env = options.findObject("env");
    isRead &= env.isPresent() || options.find("env").isEmpty();
    for (Member member : env.isPresent() ? env.get().members() : List.<Member>of()) {
      if (member.value() instanceof ConfigText text) {
        variables.add(new NamedText(member.name(), text));
      } else {
        isRead = false;
      }
    }
    return variables;
  }

  private static Launch launchOf(ConfigText command, ConfigObject part, boolean isProcess) {
    ManifestWords words = new ManifestWords().add(command, command.text());
    if (part.find("args").orElse(null) instanceof ConfigList arguments) {
      for (ConfigNode argument : arguments.elements()) {
        ConfigText text = textOf(argument);
        if (text != null) {
          words.add(text, text.text());
        }
      }
    }
    boolean isLine = !isProcess && words.launch().arguments().isEmpty();
    return isLine ? ClientEntries.shellLaunch(command, false) : words.launch();
  }

  /** Returns a text, or the text of {@code {"value": …, "quoting": …}}; null for neither. */
  private static @Nullable ConfigText textOf(ConfigNode node) {
    if (node instanceof ConfigObject object) {
      return object.findText("value").orElse(null);
    }
    return node instanceof ConfigText text && !text.text().isBlank() ? text : null;
  }
}
