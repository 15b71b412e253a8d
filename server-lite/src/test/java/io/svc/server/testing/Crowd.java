package io.svc.server.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Many who do something at the same moment. */
public final class Crowd {
  private static final int LONGEST_SECONDS = 60;

  private Crowd() {}

  /**
   * What became of one of them.
   *
   * @param result null when it failed
   * @param failure null when it did not
   */
  public record Outcome<T>(T result, Throwable failure) {}

  /** Lets a number of threads begin together, and waits for all of them. */
  public static <T> List<Outcome<T>> of(int threads, IntFunction<Callable<T>> work)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch ready = new CountDownLatch(threads);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<T> task = work.apply(i);
        futures.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  return task.call();
                }));
      }
      List<Outcome<T>> outcomes = new ArrayList<>();
      for (Future<T> future : futures) {
        try {
          outcomes.add(new Outcome<>(future.get(LONGEST_SECONDS, TimeUnit.SECONDS), null));
        } catch (ExecutionException e) {
          outcomes.add(new Outcome<>(null, e.getCause()));
        } catch (TimeoutException e) {
          throw new AssertionError("one of the crowd never came back", e);
        }
      }
      return outcomes;
    } finally {
      pool.shutdownNow();
    }
  }
}
