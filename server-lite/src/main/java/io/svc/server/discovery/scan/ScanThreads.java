package io.svc.server.discovery.scan;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that run scans. */
final class ScanThreads implements AutoCloseable {
  private static final int AT_ONCE = 8;
  private static final Duration IDLE = Duration.ofMinutes(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Slightly longer than the timeout of a request to a platform. */
  private static final Duration LAST_WORD = Duration.ofSeconds(12);

  private final AtomicInteger number = new AtomicInteger();
  private final ThreadPoolExecutor pool;
  private volatile boolean isStopping;

  ScanThreads() {
    this.pool =
        new ThreadPoolExecutor(
            AT_ONCE,
            AT_ONCE,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "scan-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  boolean isStopping() {
    return isStopping;
  }

  /** Runs a scan; after shutdown, it is left until its lease expires. */
  void submit(Runnable work) {
    try {
      pool.execute(work);
    } catch (RejectedExecutionException e) {
      if (!isStopping) {
        throw e;
      }
    }
  }

  /** Runs a scan and waits a short time for its end. */
  void await(Runnable work) {
    try {
      Future<?> future = pool.submit(work);
      future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | RejectedExecutionException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a scan failed", e.getCause());
    }
  }

  @Override
  public void close() {
    isStopping = true;
    pool.shutdown();
    try {
      if (!pool.awaitTermination(LAST_WORD.toMillis(), TimeUnit.MILLISECONDS)) {
        pool.shutdownNow();
      }
    } catch (InterruptedException e) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
