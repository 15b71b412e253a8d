package io.svc.server.ops;

import io.svc.server.config.EffectiveConfig;
import io.svc.server.config.ServerConfig;
import java.io.PrintStream;
import java.util.Optional;

/**
 * One run of a verb.
 *
 * @param effective the settings; empty for a verb that does not read them
 */
public record CommandCall(CommandContext surroundings, Optional<EffectiveConfig> effective) {
  /** The settings, of a verb that reads them. */
  public ServerConfig config() {
    return effective.orElseThrow().config();
  }

  /** For results. */
  public PrintStream out() {
    return surroundings.out();
  }

  /** For everything else. */
  public PrintStream err() {
    return surroundings.err();
  }
}
