package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.policies.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Decisions while what decides changes. */
abstract class RaceContract extends DecisionContract {
  private static final int THREADS = 8;
  private static final int TOGGLES = 100;

  /** How a policy was from one moment on, until the next of these; times are of nanoTime. */
  private record Change(boolean isEnabled, long begun, long done) {}

  private record Seen(boolean isDenied, long begun, long done, String decisionId) {}

  @Test
  void every_answer_agrees_with_a_state_between_its_begin_and_its_end() throws Exception {
    String policy = policy(Stage.ENFORCE, rule("no-shell", "deny", "bash", ""));
    call("bash");
    AtomicBoolean isFinished = new AtomicBoolean();
    List<Change> changes = new ArrayList<>();
    changes.add(new Change(true, Long.MIN_VALUE, System.nanoTime()));
    List<Seen> seen = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<List<Seen>>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(pool.submit(asker("bot" + i, isFinished)));
      }
      for (int i = 1; i <= TOGGLES; i++) {
        long begun = System.nanoTime();
        expect(200, admin.post("/api/policies/" + policy + "/toggle"));
        changes.add(new Change(i % 2 == 0, begun, System.nanoTime()));
      }
      isFinished.set(true);
      for (Future<List<Seen>> first : running) {
        seen.addAll(first.get());
      }
    } finally {
      isFinished.set(true);
      pool.shutdownNow();
    }

    assertThat(seen).hasSizeGreaterThan(THREADS);
    assertThat(seen).extracting(Seen::isDenied).contains(true, false);
    for (Seen first : seen) {
      assertThat(states(changes, first)).as("%s", first).contains(first.isDenied());
    }
    assertRecordMatches(seen);
  }

  private Callable<List<Seen>> asker(String agent, AtomicBoolean isFinished) {
    return () -> {
      List<Seen> mine = new ArrayList<>();
      while (!isFinished.get()) {
        long begun = System.nanoTime();
        JsonNode answer = eval(calling("bash").replace("\"bot\"", "\"" + agent + "\""));
        mine.add(
            new Seen(
                answer.path("decision").asText().equals("deny"),
                begun,
                System.nanoTime(),
                answer.path("decision_id").asText()));
      }
      return mine;
    };
  }

  /** The states that the policy may have been in while somebody asked. */
  private static Set<Boolean> states(List<Change> changes, Seen seen) {
    Set<Boolean> states = new HashSet<>();
    for (int i = 0; i < changes.size(); i++) {
      long from = changes.get(i).begun();
      long to = i + 1 < changes.size() ? changes.get(i + 1).done() : Long.MAX_VALUE;
      if (from < seen.done() && to > seen.begun()) {
        states.add(changes.get(i).isEnabled());
      }
    }
    return states;
  }

  private void assertRecordMatches(List<Seen> seen) {
    Set<String> denied = new HashSet<>(texts(all("denied"), "id"));
    Set<String> allowed = new HashSet<>(texts(all("allowed"), "id"));
    for (Seen first : seen) {
      assertThat(first.isDenied() ? denied : allowed).contains(first.decisionId());
    }
    assertThat(denied.size() + allowed.size()).isEqualTo(seen.size() + 1);
  }

  private List<JsonNode> all(String outcome) {
    List<JsonNode> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = get(EXECUTION + "?limit=500&outcome=" + outcome + cursor);
      page.path("decisions").forEach(all::add);
      cursor = page.path("cursor").isNull() ? "" : "&cursor=" + page.path("cursor").asText();
    } while (!cursor.isEmpty());
    return all;
  }

  private static List<String> texts(List<JsonNode> list, String field) {
    return list.stream().map(node -> node.path(field).asText()).toList();
  }
}
