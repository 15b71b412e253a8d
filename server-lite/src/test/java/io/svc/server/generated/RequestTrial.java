package io.svc.server.generated;

import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Sends many requests at a server, each made from a seed, and tells which answers were wrong. */
public final class RequestTrial {
  private static final int CALLERS = 4;
  private static final int MAX_FAILURES = 40;
  private static final int MOST_SHRINKING = 400;
  private static final long SLOW_MICROS = 1_000_000;

  private final URI server;
  private final long seed;
  private final Supplier<Duration> processorTime;

  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private final Set<String> asked = new TreeSet<>();
  private final Set<String> reached = new TreeSet<>();
  private final Map<String, String> failures = new TreeMap<>();
  private final List<Slow> slow = new ArrayList<>();

  /** Who sends, with the header of who he was. */
  private record Slow(Caller caller, Request request, String credential) {}

  /**
   * What came out.
   *
   * @param succeeded names of the operations that were answered with success at least once
   * @param failed names of those that never were
   * @param failures what was wrong, each kind once, with the smallest request that shows it
   */
  public record Result(
      Map<Integer, Integer> statuses,
      Set<String> succeeded,
      Set<String> failed,
      List<String> failures,
      int brokenChains) {}

  public RequestTrial(URI server, long seed, Supplier<Duration> processorTime) {
    this.server = server;
    this.seed = seed;
    this.processorTime = processorTime;
  }

  /** Sends so many, by several callers at once; each has a sequence of his own. */
  public Result run(int requests) {
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(new Caller(server, seed + i));
    }
    AtOnce.run(
        CALLERS,
        i -> {
          Known knownData = new Known();
          Requests source = new Requests(seed * 31 + i, knownData);
          for (int n = 0; n < requests / CALLERS; n++) {
            runRequest(callers.get(i), source.next(), knownData);
          }
          return i;
        });
    slow.forEach(this::again);
    int broken = 0;
    for (Caller caller : callers) {
      Client admin = caller.admin();
      if (!admin.get("/api/admin/audit-log/verify").json().path("ok").asBoolean()) {
        broken++;
      }
      caller.close();
    }
    asked.removeAll(reached);
    return new Result(statuses, reached, asked, List.copyOf(failures.values()), broken);
  }

  private void runRequest(Caller caller, Request request, Known knownData) {
    String credential = caller.credential(request.operation());
    Caller.Outcome outcome = caller.send(request, credential);
    List<String> problems = problems(request, outcome);
    boolean isNew = note(request, outcome, problems);
    if (isNew) {
      String message = describe(caller, request, credential, problems);
      synchronized (this) {
        failures.put(kind(request, problems), message);
      }
    }
    if (outcome.micros() > SLOW_MICROS) {
      synchronized (this) {
        slow.add(new Slow(caller, request, credential));
      }
    }
    outcome.answer().ifPresent(answer -> goOn(caller, request, credential, knownData, answer));
  }

  private static void goOn(
      Caller caller, Request request, String credential, Known knownData, Answer answer) {
    boolean isJson = answer.header("Content-Type").orElse("").startsWith("application/json");
    if (answer.status() < 300 && isJson && !request.method().equals("HEAD")) {
      knownData.learn(answer.json());
    }
    if (answer.status() == 404) {
      knownData.forget(request.target());
    }
    if (answer.status() == 401 && request.isWell() && caller.isOwnCredential(credential)) {
      caller.admin();
    }
  }

  private static List<String> problems(Request request, Caller.Outcome outcome) {
    return outcome
        .answer()
        .map(answer -> Verdict.problems(request, answer))
        .orElse(List.of(outcome.trouble()));
  }

  /** Whether something is wrong that was not seen before. */
  private synchronized boolean note(
      Request request, Caller.Outcome outcome, List<String> problems) {
    String name = request.operation().name();
    asked.add(name);
    int status = outcome.answer().map(Answer::status).orElse(0);
    statuses.merge(status, 1, Integer::sum);
    if (status >= 200 && status < 400) {
      reached.add(name);
    }
    if (problems.isEmpty() || failures.size() >= MAX_FAILURES) {
      return false;
    }
    return failures.putIfAbsent(kind(request, problems), request + ": " + problems) == null;
  }

  /** The same for all failures of one cause, as far as can be told. */
  private static String kind(Request request, List<String> problems) {
    return request.operation().name() + " " + kind(problems);
  }

  private static String kind(List<String> problems) {
    return problems.get(0).replaceAll("\"[^\"]*\"", "").replaceAll("\\d+", "");
  }

  private static String describe(
      Caller caller, Request request, String credential, List<String> problems) {
    Request smallest = request;
    Optional<Caller.Outcome> last = Optional.empty();
    int remaining = MOST_SHRINKING;
    boolean hasShrunk = true;
    while (hasShrunk && remaining > 0) {
      hasShrunk = false;
      for (Request simpler : smallest.simpler()) {
        if (simpler.size() >= smallest.size() || remaining-- <= 0) {
          continue;
        }
        Caller.Outcome outcome = caller.send(simpler, credential);
        List<String> found = problems(simpler, outcome);
        if (!found.isEmpty() && kind(found).equals(kind(problems))) {
          smallest = simpler;
          last = Optional.of(outcome);
          hasShrunk = true;
          break;
        }
      }
    }
    String who = credential.replaceAll("(svck_.{8}|=).*", "$1...");
    Answer answer =
        last.flatMap(Caller.Outcome::answer)
            .orElseGet(() -> caller.send(request, credential).answer().orElse(null));
    String text = answer == null ? "" : answer.status() + " " + answer.text();
    return smallest
        + "\n    by "
        + who
        + "\n    "
        + String.join("\n    ", problems.subList(0, Math.min(problems.size(), 4)))
        + "\n    "
        + text.substring(0, Math.min(text.length(), 400));
  }

  /** What took long while others were at work is asked again, alone: how much work is it? */
  private void again(Slow one) {
    Duration before = processorTime.get();
    Caller.Outcome outcome = one.caller().send(one.request(), one.credential());
    Duration work = processorTime.get().minus(before);
    if (outcome.micros() > SLOW_MICROS && work.toNanos() / 1_000 > SLOW_MICROS) {
      failures.put(
          one.request().operation().name() + " slow",
          one.request() + "\n    takes " + work.toMillis() + " ms of processor time");
    }
  }
}
