package io.svc.server.commands;

import io.svc.server.config.EffectiveConfig;
import io.svc.server.config.ServerConfig;
import java.io.PrintStream;
import java.util.Optional;

/**
 * One run of a command.
 *
 * @param effective the settings; empty for a command that does not read them
 */
public record CommandInvocation(CommandContext surroundings, Optional<EffectiveConfig> effective) {
  /** The settings, for a command that reads them. */
  public ServerConfig config() {
    return effective.orElseThrow().config();
  }

  /** The stream for results. */
  public PrintStream out() {
    return surroundings.out();
  }

  /** The stream for all other messages. */
  public PrintStream err() {
    return surroundings.err();
  }
}
