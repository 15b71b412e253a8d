package io.svc.server.jobs;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Something to be done again and again. It looks for what is to do in the store, so that a run that
 * was missed loses nothing; of several servers over one store, one does it at a time.
 *
 * @param every how long after one run the next begins
 */
public record Job(String name, Duration every, Runnable work) {
  public Job {
    requireNonNull(name, "name is null");
    requireNonNull(every, "every is null");
    requireNonNull(work, "work is null");
  }
}
