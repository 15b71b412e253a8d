package server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that send one request after the other, each as soon as the last was answered. */
final class Load {
  private static final AtomicLong NUMBER = new AtomicLong();

  private final ServerProcess server;
  private final String session;
  private final Meter meter;

  /** How much of processors was taken so far by whoever answers. */
  interface Meter {
    double seconds() throws IOException;
  }

  Load(ServerProcess server, String session) {
    this(server, session, server::processorSeconds);
  }

  Load(ServerProcess server, String session, Meter meter) {
    this.server = server;
    this.session = session;
    this.meter = meter;
  }

  /**
   * What some seconds of one kind gave.
   *
   * @param requests how many were answered
   * @param serverMicros the processor's time that one request took of whoever answers
   */
  record Result(
      int requests, double perSecond, double medianMillis, double p99Millis, double serverMicros) {}

  Result run(Request request, int clients, double seconds) throws Exception {
    return run(request, clients, seconds, 1);
  }

  /** The same, longer when a client has not sent so many by then, but no more than ten times as long. */
  Result run(Request request, int clients, double seconds, int least) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(clients);
    try {
      double processor = meter.seconds();
      long begin = System.nanoTime();
      long end = begin + (long) (seconds * 1e9);
      List<Future<List<Long>>> futures = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        futures.add(pool.submit(() -> client(request, end, end + (long) (seconds * 9e9), least)));
      }
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> future : futures) {
        all.addAll(future.get());
      }
      double took = (System.nanoTime() - begin) / 1e9;
      all.sort(null);
      return new Result(
          all.size(),
          all.size() / took,
          all.get(all.size() / 2) / 1e6,
          all.get((int) (all.size() * 0.99)) / 1e6,
          (meter.seconds() - processor) * 1e6 / all.size());
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Long> client(Request request, long end, long latest, int least)
      throws IOException {
    List<Long> nanos = new ArrayList<>();
    try (Connection connection = new Connection(server.address())) {
      PreparedRequest prepared = connection.prepare(request, session);
      while (nanos.isEmpty()
          || System.nanoTime() < end
          || (nanos.size() < least && System.nanoTime() < latest)) {
        long start = System.nanoTime();
        Connection.Reply reply = connection.send(prepared, NUMBER.incrementAndGet());
        nanos.add(System.nanoTime() - start);
        if (reply.status() / 100 != 2) {
          throw new IOException(request.path() + " answered " + reply.status() + " " + reply.body());
        }
      }
    }
    return nanos;
  }

  /** One request, whatever is answered. */
  Connection.Reply once(Request request) throws IOException {
    try (Connection connection = new Connection(server.address())) {
      return connection.send(request.numbered(NUMBER.incrementAndGet()), session);
    }
  }
}
