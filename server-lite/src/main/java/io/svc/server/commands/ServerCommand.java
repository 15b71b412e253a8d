package io.svc.server.commands;

import java.util.List;
import java.util.Optional;

/**
 * A command of {@code svc-server}. Each is a class with picocli's {@code Command} for name and
 * description, and with {@code Option} and {@code Parameters} for its own arguments; the options of
 * all settings are added. A name may have two words, such as {@code admin create}. A new command
 * requires an entry in {@link ServerCommands}.
 *
 * <p>Created for each run, so that it can store the parsed arguments.
 */
public interface ServerCommand {
  /**
   * Returns whether it uses the settings of the server; without them it does not accept their
   * options.
   */
  default boolean readsConfig() {
    return true;
  }

  /**
   * Called instead of {@link #run} when the settings have problems. Only the doctor reports them
   * itself; for all other commands they are printed, with exit code 2.
   */
  default Optional<ServerExitCode> misconfigured(
      CommandContext surroundings, List<String> problems) {
    return Optional.empty();
  }

  /**
   * Runs the command, and returns its exit code.
   *
   * @throws io.svc.server.OperatorErrorException on a failure; printed, with exit code 2
   */
  ServerExitCode run(CommandInvocation call) throws InterruptedException;
}
