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
  private static final String TASKS = "tasks";
  private static final String COMMAND = "command";
  private static final String ARGUMENTS = "args";
  private static final String OPTIONS = "options";
  private static final String SHELL = "shell";
  private static final String NPM = "npm";
  private static final List<String> COMMAND_SETTINGS = List.of(COMMAND, ARGUMENTS, "script");
  private static final Launch NO_LAUNCH = new Launch(List.of());

  private final List<McpServer> entries = new ArrayList<>();
  private boolean isRead = true;

  private FolderOpenTasks() {}

  /** Returns the tasks of {@code tasks.json}, or of a workspace, for all operating systems. */
  static FolderOpenTasks in(ConfigObject file) {
    ConfigObject section = file.findObject(TASKS).orElse(file);
    FolderOpenTasks found = new FolderOpenTasks();
    List<ConfigObject> places = new ArrayList<>(List.of(section));
    for (String system : SYSTEMS) {
      section.findObject(system).ifPresent(places::add);
    }
    List<ConfigNode> tasks = new ArrayList<>();
    for (ConfigObject place : places) {
      ConfigNode value = place.find(TASKS).orElse(null);
      if (value instanceof ConfigList list) {
        tasks.addAll(list.elements());
      } else if (value != null && !value.kind().equals("null")) {
        found.isRead = false;
      }
    }
    found.isRead &= section == file || section.find(TASKS).isPresent();
    found.addAll(tasks, places);
    return found;
  }

  List<McpServer> entries() {
    return entries;
  }

  /** Returns false if the command of a task is unknown. */
  boolean isRead() {
    return isRead;
  }

  /**
   * Adds the tasks that run when the folder is opened.
   *
   * @param places the objects with the lists of tasks, which can have defaults for all tasks
   */
  private void addAll(List<ConfigNode> tasks, List<ConfigObject> places) {
    Map<String, List<ConfigObject>> byLabel = new HashMap<>();
    Deque<ConfigObject> pending = new ArrayDeque<>();
    for (ConfigNode node : tasks) {
      if (!(node instanceof ConfigObject task)) {
        isRead = false;
        continue;
      }
      for (String label : labelsOf(task)) {
        byLabel.computeIfAbsent(label, name -> new ArrayList<>()).add(task);
      }
      if (runsOnFolderOpen(task)) {
        pending.add(task);
      }
    }
    for (ConfigObject place : places) {
      isRead &= pending.isEmpty() || !hasDefaults(place);
    }
    Set<String> labels = Set.copyOf(byLabel.keySet());
    Set<ConfigObject> seen = new HashSet<>(pending);
    while (!pending.isEmpty()) {
      ConfigObject task = pending.remove();
      add(task);
      for (String name : dependenciesOf(task)) {
        // Other names are tasks that an extension finds, such as the scripts of package.json.
        isRead &= labels.contains(name);
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

  /** Returns true if all tasks inherit a command, its arguments, variables or a shell. */
  private static boolean hasDefaults(ConfigObject place) {
    Optional<ConfigObject> options = place.findObject(OPTIONS);
    return place.find(COMMAND).isPresent()
        || place.find(ARGUMENTS).isPresent()
        || (options.isPresent()
            && (options.get().find("env").isPresent() || options.get().find(SHELL).isPresent()));
  }

  /** Returns the names of a task in other tasks. */
  private static List<String> labelsOf(ConfigObject task) {
    List<String> labels = new ArrayList<>();
    for (String name : List.of("label", "taskName", "identifier")) {
      task.findText(name).ifPresent(label -> labels.add(label.text()));
    }
    if (labels.isEmpty() && typeOf(task).equals(NPM)) {
      task.findText("script").ifPresent(script -> labels.add("npm: " + script.text()));
    }
    return labels;
  }

  private static String typeOf(ConfigObject task) {
    return task.findText("type").map(ConfigText::text).orElse(SHELL);
  }

  private List<String> dependenciesOf(ConfigObject task) {
    ConfigNode value = task.find("dependsOn").orElse(null);
    if (value == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (ConfigNode element : value instanceof ConfigList list ? list.elements() : List.of(value)) {
      if (element instanceof ConfigText name) {
        names.add(name.text());
      } else {
        // The properties of a task that an extension finds.
        isRead = false;
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
    Optional<ConfigObject> options = part.findObject(OPTIONS);
    boolean isCommand = part == task || shellOf(part).isPresent();
    for (String name : COMMAND_SETTINGS) {
      isCommand |= part.find(name).isPresent();
    }
    Launch launch = isCommand ? launchOf(task, part) : NO_LAUNCH;
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

  /** Returns the command of a part, which inherits missing settings from the task. */
  private Launch launchOf(ConfigObject task, ConfigObject part) {
    ConfigText command = settingOf(COMMAND, task, part).map(FolderOpenTasks::textOf).orElse(null);
    ManifestWords words = new ManifestWords();
    if (command != null) {
      words.add(command, command.text());
      settingOf(ARGUMENTS, task, part).ifPresent(arguments -> addArguments(arguments, words));
    } else if (typeOf(task).equals(NPM)) {
      command = settingOf("script", task, part).map(FolderOpenTasks::textOf).orElse(null);
      if (command != null) {
        words.add(command, "npm", "run", command.text());
      }
    }
    if (command == null) {
      return NO_LAUNCH;
    }
    boolean isProcess = typeOf(task).equals("process");
    ConfigNode shell = shellOf(part).or(() -> shellOf(task)).orElse(null);
    if (shell != null && !isProcess) {
      return withShell(shell, command, words.launch());
    }
    boolean isLine = !isProcess && words.launch().arguments().isEmpty();
    return isLine ? ClientEntries.shellLaunch(command, false) : words.launch();
  }

  private static Optional<ConfigNode> settingOf(String name, ConfigObject task, ConfigObject part) {
    return part.find(name).or(() -> task.find(name));
  }

  private static Optional<ConfigNode> shellOf(ConfigObject part) {
    return part.findObject(OPTIONS).flatMap(options -> options.find(SHELL));
  }

  /** Returns the shell of a task with its arguments and the command line. */
  private Launch withShell(ConfigNode shell, ConfigText command, Launch launch) {
    String line = String.join(" ", launch.words().stream().map(Word::text).toList());
    ManifestWords words = new ManifestWords();
    ConfigText program = null;
    ConfigNode arguments = null;
    if (shell instanceof ConfigObject settings) {
      program = settings.findText("executable").orElse(null);
      arguments = settings.find(ARGUMENTS).orElse(null);
    } else {
      isRead = false;
    }
    String name = program == null ? "sh" : program.text();
    words.add(program == null ? command : program, name);
    if (arguments == null) {
      boolean isPowerShell = name.contains("pwsh") || name.contains("powershell");
      words.add(command, isPowerShell ? "-Command" : name.contains("cmd") ? "/c" : "-c");
    } else {
      addArguments(arguments, words);
    }
    return words.add(command, line).launch();
  }

  private void addArguments(ConfigNode arguments, ManifestWords words) {
    if (!(arguments instanceof ConfigList list)) {
      isRead = false;
      return;
    }
    for (ConfigNode argument : list.elements()) {
      ConfigText text = argument instanceof ConfigText plain ? plain : textOf(argument);
      if (text == null) {
        isRead = false;
      } else {
        words.add(text, text.text());
      }
    }
  }

  /** Returns a text, or the text of {@code {"value": …, "quoting": …}}; null for neither. */
  private static @Nullable ConfigText textOf(ConfigNode node) {
    if (node instanceof ConfigObject object) {
      return object.findText("value").orElse(null);
    }
    return node instanceof ConfigText text && !text.text().isBlank() ? text : null;
  }
}
