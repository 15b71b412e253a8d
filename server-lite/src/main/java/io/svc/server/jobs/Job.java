package io.svc.server.jobs;

import java.time.Duration;

/**
 * A periodic job. It finds its work in the store, so a missed run loses nothing; of several servers
 * over one store, one runs it at a time.
 *
 * @param every the time between the end of a run and the next one
 */
public record Job(String name, Duration every, Runnable work, Kind kind) {
  /** The kind of a job. */
  public enum Kind {
    ORDINARY,
    /** It deletes data by age, which requires a correct clock. */
    REMOVING,
    /** Every server runs it, because it uses data in the server's memory. */
    OF_EACH
  }

  /** Creates a job without age-based deletion. */
  public Job(String name, Duration every, Runnable work) {
    this(name, every, work, Kind.ORDINARY);
  }

  /** Creates a job with age-based deletion. */
  public static Job removing(String name, Duration every, Runnable work) {
    return new Job(name, every, work, Kind.REMOVING);
  }

  /** Creates a job that every server runs. */
  public static Job ofEach(String name, Duration every, Runnable work) {
    return new Job(name, every, work, Kind.OF_EACH);
  }
}
