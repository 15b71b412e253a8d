package io.svc.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections of slow clients. Jetty restarts its idle timeout with each byte, so a client
 * that occasionally sends or reads one byte is never idle.
 *
 * <ul>
 *   <li>Between requests and until the headers of a request are complete, a connection may use up
 *       to the limit in total.
 *   <li>During a request, only the time in which the server waits for the client counts: for the
 *       body, or for the client to read the response. It may exceed the limit while at least
 *       {@value #MIN_BYTES_PER_SECOND} bytes per second arrive.
 * </ul>
 *
 * <p>Time in which the server processes a request, waits for an approval or for another server does
 * not count.
 */
final class SlowConnections extends Handler.Wrapper {
  /** The minimum rate of bodies and responses that take longer than the limit. */
  static final int MIN_BYTES_PER_SECOND = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger(SlowConnections.class);
  private static final int CHECKS_IN_LIMIT = 25;

  private final Duration limit;
  private final long periodNanos;
  private final Map<EndPoint, Progress> connections = new ConcurrentHashMap<>();
  private @Nullable ScheduledExecutorService thread;

  SlowConnections(Duration limit) {
    this.limit = limit;
    this.periodNanos = Math.max(limit.toNanos() / CHECKS_IN_LIMIT, 1_000_000);
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    ScheduledExecutorService checks =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread monitorThread = new Thread(work, "slow-connections");
              monitorThread.setDaemon(true);
              return monitorThread;
            });
    thread = checks;
    var unused =
        checks.scheduleWithFixedDelay(this::check, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  protected void doStop() throws Exception {
    if (thread != null) {
      thread.shutdownNow();
    }
    super.doStop();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
    progress(end).begin();
    Request.addCompletionListener(request, failure -> progress(end).end());
    return super.handle(request, response, callback);
  }

  private Progress progress(EndPoint end) {
    return connections.computeIfAbsent(end, any -> new Progress());
  }

  private void check() {
    try {
      connections.keySet().removeIf(end -> !end.isOpen());
      for (Connector connector : getServer().getConnectors()) {
        for (EndPoint end : connector.getConnectedEndPoints()) {
          if (progress(end).isTooSlow(end)) {
            LOG.debug("a connection was closed: its client was too slow");
            end.close(new TimeoutException("the client was too slow"));
          }
        }
      }
    } catch (RuntimeException e) {
      // The next check must still run.
      LOG.error("the check of slow connections failed", e);
    }
  }

  /**
   * The progress of one connection since its current request began, or since its last one ended.
   */
  private final class Progress {
    private boolean isHandled;
    private long since = System.nanoTime();
    private long waited;
    private long bytes = -1;

    private synchronized void begin() {
      isHandled = true;
      waited = 0;
      bytes = -1;
    }

    private synchronized void end() {
      isHandled = false;
      since = System.nanoTime();
    }

    private synchronized boolean isTooSlow(EndPoint end) {
      if (!isHandled) {
        return System.nanoTime() - since >= limit.toNanos();
      }
      if (!isWaitingForClient(end)) {
        return false;
      }
      long moved = moved(end);
      if (bytes < 0) {
        bytes = moved;
      }
      waited += periodNanos;
      double seconds = waited / 1e9;
      return waited >= limit.toNanos() && moved - bytes < seconds * MIN_BYTES_PER_SECOND;
    }

    private boolean isWaitingForClient(EndPoint end) {
      return end.isFillInterested()
          || (end instanceof AbstractEndPoint endPoint && endPoint.getWriteFlusher().isPending());
    }

    private long moved(EndPoint end) {
      Connection connection = end.getConnection();
      return connection == null ? 0 : connection.getBytesIn() + connection.getBytesOut();
    }
  }
}
