package io.svc.cli.completion;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The shells with completion scripts. */
public final class CompletionShells {
  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  private CompletionShells() {}

  /** Returns the names of the shells. */
  public static List<String> shells() {
    return SHELLS;
  }

  /**
   * Returns the completion script for a shell; empty for an unsupported shell.
   *
   * @param command the command with its subcommands; hidden ones are left out
   * @param values the values to offer for an option or a positional parameter
   */
  public static Optional<String> script(
      String shell, CommandSpec command, Function<ArgSpec, CompletionCandidates> values) {
    CommandNode root = CommandNode.of(command, values);
    return switch (shell) {
      case "bash" -> Optional.of(new BashScript(root).text());
      case "zsh" -> Optional.of(new ZshScript(root).text());
      case "fish" -> Optional.of(new FishScript(root).text());
      default -> Optional.empty();
    };
  }
}
