package io.svc.cli.completion;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The shells that there is completion for. */
public final class Completions {
  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  private Completions() {}

  /** Their names. */
  public static List<String> shells() {
    return SHELLS;
  }

  /**
   * A script that a shell reads to complete a command; empty for a shell that is not known.
   *
   * @param command with everything below it; what is hidden stays so
   * @param values what to offer for an option or a name
   */
  public static Optional<String> script(
      String shell, CommandSpec command, Function<ArgSpec, Values> values) {
    CommandNode root = CommandNode.of(command, values);
    return switch (shell) {
      case "bash" -> Optional.of(new BashScript(root).text());
      case "zsh" -> Optional.of(new ZshScript(root).text());
      case "fish" -> Optional.of(new FishScript(root).text());
      default -> Optional.empty();
    };
  }
}
