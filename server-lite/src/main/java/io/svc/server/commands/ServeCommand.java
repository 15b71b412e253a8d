package io.svc.server.commands;

import io.svc.server.ListeningServer;
import io.svc.server.OperatorErrorException;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.logging.FailureReference;
import io.svc.server.logging.Logging;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "serve", description = "Starts the server. This is the default command.")
final class ServeCommand implements ServerCommand {
  /** Active requests have 20 seconds to complete; the remaining time is for the store. */
  private static final int LONGEST_END_SECONDS = 25;

  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  @Option(
      names = "--print-config",
      description = "Print the effective settings with their sources, secrets masked.")
  private boolean isPrinting;

  private volatile Duration drain = Duration.ZERO;
  private final CountDownLatch stopRequested = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  @Override
  public ServerExitCode run(CommandInvocation call) throws InterruptedException {
    var effective = call.effective().orElseThrow();
    if (isPrinting) {
      effective.warnings().forEach(warning -> call.err().println("warning: " + warning));
      call.out().print(effective.toYaml());
      call.out().flush();
      return ServerExitCode.DONE;
    }
    ServerConfig config = call.config();
    Logging.setUp(config.log().level(), config.log().format(), call.err());
    effective.warnings().forEach(LOG::warn);
    drain = config.listen().drain();
    call.surroundings().endings().accept(this::end);
    try (DataDirectory data = DataDirectory.open(config.dataDirectory())) {
      data.notices().forEach(LOG::warn);
      data.lock();
      LOG.info(
          "svc-server {} stores its data in {}", ServerVersion.current().number(), data.path());
      serve(call, config, data);
    } finally {
      ended.countDown();
    }
    return ServerExitCode.DONE;
  }

  private void serve(CommandInvocation call, ServerConfig config, DataDirectory data)
      throws InterruptedException {
    try (ListeningServer listener = call.surroundings().server().apply(config, data)) {
      start(listener, config);
      call.out().println("listening on " + listener.address());
      call.out().flush();
      stopRequested.await();
      if (!drain.isZero()) {
        LOG.info("shutting down: serving requests for {} more seconds", drain.toSeconds());
        listener.announceShutdown();
        Thread.sleep(drain.toMillis());
      }
      LOG.info("stopping");
    }
    LOG.info("stopped");
  }

  private static void start(ListeningServer listener, ServerConfig config) {
    try {
      listener.start();
    } catch (OperatorErrorException e) {
      throw e;
    } catch (RuntimeException e) {
      throw StartFailure.toException(e, config.listen());
    }
  }

  /**
   * Handles the termination of the process: requests the shutdown, and waits until it is complete.
   */
  private void end() {
    stopRequested.countDown();
    long longest = drain.toSeconds() + LONGEST_END_SECONDS;
    try {
      if (!ended.await(longest, TimeUnit.SECONDS)) {
        LOG.warn("shutdown did not complete within {} seconds, exiting now", longest);
        Runtime.getRuntime().halt(ServerExitCode.NO.number());
      }
    } catch (InterruptedException e) {
      LOG.warn("the shutdown wait was interrupted, {}", FailureReference.of(e));
      Thread.currentThread().interrupt();
    }
  }
}
