package io.svc.server.egress;

import io.svc.server.config.CanonicalHost;
import io.svc.server.egress.OutgoingException.Reason;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * DNS lookups with a timeout, which the JDK does not have. An abandoned lookup occupies its thread
 * until the system's timeout, so the number of threads is limited.
 */
final class TimedDnsResolver implements AutoCloseable {
  private static final int MAX_AT_ONCE = 32;
  private static final int IDLE_SECONDS = 30;

  private final DnsResolver names;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MAX_AT_ONCE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "outgoing-names");
            thread.setDaemon(true);
            return thread;
          });

  TimedDnsResolver(DnsResolver names) {
    this.names = names;
  }

  /** Returns all addresses of a host, at least one. Only names are resolved. */
  List<InetAddress> resolve(CanonicalHost canonical, Duration timeout) throws OutgoingException {
    if (canonical.address().isPresent()) {
      return List.of(canonical.address().get());
    }
    String host = canonical.text();
    Future<InetAddress[]> answer = null;
    try {
      answer = threads.submit(() -> names.resolve(host));
      List<InetAddress> found =
          List.of(answer.get(Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS));
      if (!found.isEmpty()) {
        return found;
      }
    } catch (TimeoutException | RejectedExecutionException e) {
      throw new OutgoingException(
          Reason.TIMEOUT, "\"" + host + "\" could not be looked up in time.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OutgoingException(
          Reason.CONNECT_FAILED, "The server is stopping; \"" + host + "\" was not called.");
    } catch (ExecutionException e) {
      throw unknown(host);
    } finally {
      if (answer != null) {
        answer.cancel(true);
      }
    }
    throw unknown(host);
  }

  private static OutgoingException unknown(String host) {
    return new OutgoingException(
        Reason.UNKNOWN_HOST, "\"" + host + "\" is a name that could not be resolved.");
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
