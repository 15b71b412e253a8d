package io.svc.server.jobs;

import java.time.Duration;

/**
 * Something to be done again and again. It looks for what is to do in the store, so that a run that
 * was missed loses nothing; of several servers over one store, one does it at a time.
 *
 * @param every how long after one run the next begins
 */
public record Job(String name, Duration every, Runnable work, Kind kind) {
  /** What is to be minded of a job. */
  public enum Kind {
    ORDINARY,
    /** It removes what has become old, for which the clock must be right. */
    REMOVING,
    /** Each server does it for itself, since it is about what that one has in memory. */
    OF_EACH
  }

  /** One that removes nothing for its age. */
  public Job(String name, Duration every, Runnable work) {
    this(name, every, work, Kind.ORDINARY);
  }

  /** One that removes what has become old. */
  public static Job removing(String name, Duration every, Runnable work) {
    return new Job(name, every, work, Kind.REMOVING);
  }

  /** One that every server does for itself. */
  public static Job ofEach(String name, Duration every, Runnable work) {
    return new Job(name, every, work, Kind.OF_EACH);
  }
}
