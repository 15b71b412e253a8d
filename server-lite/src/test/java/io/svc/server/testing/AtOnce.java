package io.svc.server.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Does the same thing many times at once, each in a thread of its own. */
public final class AtOnce {
  private AtOnce() {}

  /** What came out, in the order of the numbers from 0. */
  public static <T> List<T> run(int times, IntFunction<T> work) {
    ExecutorService threads = Executors.newFixedThreadPool(times);
    try {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return work.apply(number);
                }));
      }
      start.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> first : running) {
        results.add(first.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      threads.shutdownNow();
    }
  }
}
