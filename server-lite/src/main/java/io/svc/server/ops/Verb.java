package io.svc.server.ops;

import java.util.List;
import java.util.Optional;

/**
 * What can stand behind {@code svc-server}. A class for each, annotated with picocli's {@code
 * Command} for name and description, and with {@code Option} and {@code Parameters} for what only
 * it takes; the options of all settings are added. A name may have two words, such as {@code admin
 * create}. A new one joins by a line in {@link Verbs}.
 *
 * <p>Made anew for each run, so that it may hold what was parsed.
 */
public interface Verb {
  /**
   * Whether it works with the settings of the server; without them it takes none of their options.
   */
  default boolean readsConfig() {
    return true;
  }

  /**
   * What is done in place of {@link #run} when the settings have problems: only who looks for them
   * has something to say; for all others the problems are printed, with exit code 2.
   */
  default Optional<ServerExitCode> misconfigured(
      CommandContext surroundings, List<String> problems) {
    return Optional.empty();
  }

  /**
   * Does it, and tells what the caller of the process should know.
   *
   * @throws io.svc.server.RefusedException when it cannot be done; printed, with exit code 2
   */
  ServerExitCode run(CommandCall call) throws InterruptedException;
}
