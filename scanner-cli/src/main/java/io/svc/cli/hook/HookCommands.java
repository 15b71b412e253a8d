package io.svc.cli.hook;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.settings.Options;
import io.svc.rules.Severity;
import io.svc.scanner.client.OperatingSystem;
import io.svc.scanner.scan.ProjectPaths;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight hook}: installs a git hook that scans staged changes. */
public final class HookCommands {
  private static final String THRESHOLD = "--severity-threshold";

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public HookCommands(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec hook = CommandSpecs.command("hook");
    hook.usageMessage()
        .description("Manages a Git pre-commit hook that scans each commit.")
        .footer(
            "",
            "The hook is a marked block of shell code in the repository's pre-commit hook, in the",
            "directory of core.hooksPath. It runs svc-preflight scan --staged before an existing"
                + " hook,",
            "which stays unchanged. git commit --no-verify skips all hooks.",
            "",
            "Examples:",
            "  svc-preflight hook install",
            "  svc-preflight hook install --severity-threshold medium",
            "  svc-preflight hook status",
            "  svc-preflight hook uninstall");
    CommandSpec install = CommandSpecs.command("install");
    install.usageMessage().description("Installs the hook, before an existing hook.");
    install.addOption(
        CommandSpecs.option(
            "LEVEL",
            "info, low, medium, high or critical: block a commit with a finding of this severity"
                + " or higher. Default: high.",
            THRESHOLD));
    CommandSpec uninstall = CommandSpecs.command("uninstall");
    uninstall.usageMessage().description("Removes the hook; other hooks stay unchanged.");
    CommandSpec status = CommandSpecs.command("status");
    status
        .usageMessage()
        .description("Shows whether the hook is installed.")
        .footer("", "Exit codes: 0 installed, 1 not installed, 2 error.");
    hook.addSubcommand("install", new CommandLine(install));
    hook.addSubcommand("uninstall", new CommandLine(uninstall));
    hook.addSubcommand("status", new CommandLine(status));
    return hook;
  }

  /** Runs the named subcommand. */
  public ExitCode run(String name) {
    GitHooks hooks = GitHooks.around(surroundings);
    HookFile hook = HookFile.read(hooks.preCommit());
    return switch (name) {
      case "install" -> install(hooks, hook);
      case "uninstall" -> uninstall(hooks, hook);
      default -> status(hooks, hook);
    };
  }

  private ExitCode install(GitHooks hooks, HookFile hook) {
    Severity threshold =
        options.text(THRESHOLD).isPresent() ? options.severityThreshold() : Severity.HIGH;
    hooks.requireRepositoryHooks();
    String otherwise = programPath(hooks);
    boolean wasInstalled = hook.isInstalled();
    // Committed hooks run in clones with other paths.
    Path root = hooks.areCommitted() ? Path.of("") : hooks.workTree();
    boolean isNew =
        hook.install(HookScript.text(threshold, StagedFileGlobs.below(root), otherwise));
    String done = wasInstalled ? isNew ? "updated" : "already installed" : "installed";
    console.print(done + ": " + display(hooks) + "\n");
    if (otherwise.isEmpty() && !isOnPath()) {
      console.printMessage(
          "warning: svc-preflight is not on the PATH; the hook blocks every commit until it is");
    }
    return ExitCode.CLEAN;
  }

  /** Returns whether the shell of the hook would find the command. */
  private boolean isOnPath() {
    boolean isWindows = surroundings.system() == OperatingSystem.WINDOWS;
    String path = surroundings.environment().getOrDefault("PATH", "");
    for (String directory : path.split(isWindows ? ";" : ":", -1)) {
      // An empty entry means the current directory; a hook should not rely on it.
      for (String name : directory.isEmpty() ? List.<String>of() : HookScript.PROGRAMS) {
        if (new File(directory, name).canExecute()) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the path of this program, for git clients without our directory in their PATH.
   * Committed hooks must not contain paths of this machine.
   */
  private String programPath(GitHooks hooks) {
    JavaRuntime runtime = JavaRuntime.current();
    if (!runtime.isLaunched()
        || hooks.areCommitted()
        || surroundings.system() == OperatingSystem.WINDOWS) {
      return "";
    }
    Path program = Options.toPath("java.class.path", runtime.program()).toAbsolutePath();
    return Files.isExecutable(program) && Files.isRegularFile(program) ? program.toString() : "";
  }

  private ExitCode uninstall(GitHooks hooks, HookFile hook) {
    console.print((hook.uninstall() ? "removed: " : "not installed: ") + display(hooks) + "\n");
    return ExitCode.CLEAN;
  }

  private ExitCode status(GitHooks hooks, HookFile hook) {
    if (!hook.isInstalled()) {
      console.print("not installed: " + display(hooks) + "\n");
      return ExitCode.FINDINGS;
    }
    if (hook.isIgnored()) {
      console.print("installed, but ignored by Git: " + display(hooks) + " is not executable\n");
      return ExitCode.FINDINGS;
    }
    String state = hook.isShared() ? "installed before another hook: " : "installed: ";
    console.print(state + display(hooks) + "\n");
    return ExitCode.CLEAN;
  }

  private String display(GitHooks hooks) {
    ProjectPaths paths = surroundings.pathsOf(surroundings.directory());
    return TerminalSanitizer.line(paths.display(hooks.preCommit().toString()));
  }
}
