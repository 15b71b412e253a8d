package io.svc.server.fuzz;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A reader or writer that is given any bytes at all. It may refuse them in the way that it
 * documents; whatever else it throws is a bug, and so is a second of processor time.
 */
public final class FuzzTarget {
  private static final long LONGEST_NANOS = 1_000_000_000L;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String name;
  private final Trial trial;

  /** Tries one input. */
  @FunctionalInterface
  interface Trial {
    void run(byte[] data) throws Exception;
  }

  FuzzTarget(String name, Trial trial) {
    this.name = requireNonNull(name, "name is null");
    this.trial = requireNonNull(trial, "trial is null");
  }

  String name() {
    return name;
  }

  void run(byte[] data) throws Exception {
    // What took long because classes were loaded does not take long again.
    if (nanos(data) > LONGEST_NANOS) {
      long nanos = nanos(data);
      if (nanos > LONGEST_NANOS) {
        throw new AssertionError(
            name + " worked for " + nanos / 1_000_000 + " ms; expected less than a second");
      }
    }
  }

  private long nanos(byte[] data) throws Exception {
    long start = THREADS.getCurrentThreadCpuTime();
    trial.run(data.clone());
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  /** What Jazzer calls; the property {@code fuzz.target} names the target. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    Chosen.TARGET.run(data);
  }

  private static final class Chosen {
    private static final FuzzTarget TARGET = FuzzTargets.of(System.getProperty("fuzz.target", ""));
  }
}
