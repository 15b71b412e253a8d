package io.svc.server.alerts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties the outbox. It runs when signaled, and at a regular interval for retries and for
 * deliveries that another server left behind. Each channel uses only a few threads, so that a
 * channel that does not respond does not delay the others.
 */
final class AlertDispatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlertDispatcher.class);
  private static final int THREADS = 16;
  private static final int THREADS_OF_CHANNEL = 4;

  private final Outbox outbox;
  private final WakeupSignal wakeupSignal;
  private final ExecutorService workers;
  private final PollingLoop loop;
  private final Map<String, Integer> busy = new HashMap<>();

  AlertDispatcher(Outbox outbox, WakeupSignal wakeupSignal, Duration rounds) {
    this.outbox = outbox;
    this.wakeupSignal = wakeupSignal;
    this.workers = Executors.newFixedThreadPool(THREADS, AlertDispatcher::worker);
    this.loop = new PollingLoop("alert-courier", wakeupSignal, rounds, this::round);
  }

  private static Thread worker(Runnable task) {
    Thread thread = new Thread(task, "alert-sender");
    thread.setDaemon(true);
    return thread;
  }

  void start() {
    loop.start();
  }

  /** Dispatches due deliveries up to the limits; returns whether there may be more. */
  private boolean round() {
    List<Outbox.DueDelivery> chosen = choose(outbox.due(full()));
    if (chosen.isEmpty()) {
      return false;
    }
    List<Outbox.Task> leased = outbox.beginAttempts(chosen);
    for (Outbox.Task task : leased) {
      count(task.delivery().integrationId(), 1);
      workers.execute(() -> run(task));
    }
    return !leased.isEmpty();
  }

  private synchronized Set<String> full() {
    return busy.entrySet().stream()
        .filter(entry -> entry.getValue() >= THREADS_OF_CHANNEL)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private synchronized List<Outbox.DueDelivery> choose(List<Outbox.DueDelivery> due) {
    Map<String, Integer> with = new HashMap<>(busy);
    int free = THREADS - busy.values().stream().mapToInt(Integer::intValue).sum();
    List<Outbox.DueDelivery> chosen = new ArrayList<>();
    for (Outbox.DueDelivery dueItem : due) {
      if (chosen.size() < free
          && with.merge(dueItem.integrationId(), 1, Integer::sum) <= THREADS_OF_CHANNEL) {
        chosen.add(dueItem);
      }
    }
    return chosen;
  }

  private synchronized void count(String integrationId, int more) {
    busy.merge(integrationId, more, (a, b) -> a + b == 0 ? null : a + b);
  }

  private void run(Outbox.Task task) {
    try {
      outbox.run(task);
    } catch (RuntimeException e) {
      // The lease delays the retry, so there is no busy loop.
      LOG.error("delivery {} failed and is retried later", task.delivery().deliveryId(), e);
    } finally {
      count(task.delivery().integrationId(), -1);
      wakeupSignal.ring();
    }
  }

  /** Starts no further deliveries and waits for those in progress. */
  @Override
  public void close() {
    loop.close();
    workers.shutdown();
    try {
      if (!workers.awaitTermination(PollingLoop.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("some alerts were being sent at shutdown and are sent again after the next start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
