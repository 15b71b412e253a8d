package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseTest extends StoreContract {
  private Database database;

  @BeforeEach
  void open() throws Exception {
    database = store.open();
    store.execute("CREATE TABLE thing (name TEXT NOT NULL PRIMARY KEY)");
  }

  @Test
  void a_write_is_visible_to_the_next_read() {
    for (int i = 0; i < 50; i++) {
      String name = "thing " + i;
      database.change(tx -> add(tx, name));

      assertThat(names()).contains(name);
    }
  }

  @Test
  void a_write_is_there_for_another_connection() throws Exception {
    database.change(tx -> add(tx, "one"));

    assertThat(store.query("SELECT name FROM thing")).containsExactly("one");
  }

  @Test
  void what_a_write_did_it_sees_itself() {
    List<String> seen =
        database.write(
            tx -> {
              add(tx, "one");
              return names(tx);
            });

    assertThat(seen).containsExactly("one");
  }

  @Test
  void a_write_that_fails_leaves_nothing() {
    IllegalArgumentException failure = new IllegalArgumentException("no");

    assertThatThrownBy(
            () ->
                database.change(
                    tx -> {
                      add(tx, "one");
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(names()).isEmpty();
  }

  @Test
  void an_error_of_the_machine_comes_through_and_the_store_works_on() {
    assertThatThrownBy(
            () ->
                database.change(
                    tx -> {
                      add(tx, "one");
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(StackOverflowError.class);

    database.change(tx -> add(tx, "two"));
    assertThat(names()).containsExactly("two");
  }

  @Test
  void a_piece_that_fails_takes_no_other_with_it() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch others = new CountDownLatch(1);
    CompletableFuture<Void> first =
        CompletableFuture.runAsync(
            () ->
                database.change(
                    tx -> {
                      begun.countDown();
                      await(others);
                      add(tx, "first");
                    }));
    await(begun);
    // While the first holds the writer up, the others gather behind it and are written together.
    CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(others::countDown);
    List<Crowd.Outcome<Boolean>> outcomes =
        Crowd.of(
            24,
            i ->
                () -> {
                  database.change(
                      tx -> {
                        add(tx, "thing " + i);
                        if (i % 3 == 1) {
                          throw new IllegalArgumentException("no");
                        }
                        if (i % 3 == 2) {
                          add(tx, "thing " + i);
                        }
                      });
                  return true;
                });
    first.get(10, TimeUnit.SECONDS);

    for (int i = 0; i < outcomes.size(); i++) {
      switch (i % 3) {
        case 0 -> assertThat(outcomes.get(i).failure()).isNull();
        case 1 ->
            assertThat(outcomes.get(i).failure()).isInstanceOf(IllegalArgumentException.class);
        default ->
            assertThat(outcomes.get(i).failure())
                .isInstanceOf(UnableToExecuteStatementException.class);
      }
    }
    assertThat(names())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(-1, 24)
                .filter(i -> i < 0 || i % 3 == 0)
                .mapToObj(i -> i < 0 ? "first" : "thing " + i)
                .toList());
  }

  @Test
  void writes_of_many_threads_are_all_stored() throws Exception {
    List<Crowd.Outcome<Boolean>> outcomes =
        Crowd.of(
            16,
            thread ->
                () -> {
                  for (int i = 0; i < 50; i++) {
                    String name = thread + " " + i;
                    database.change(tx -> add(tx, name));
                  }
                  return true;
                });

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(names()).hasSize(16 * 50);
  }

  @Test
  void a_step_after_the_commit_finds_the_change_stored_and_may_use_the_store() {
    List<String> seen = new ArrayList<>();

    database.change(
        tx -> {
          add(tx, "one");
          tx.afterCommit(() -> seen.addAll(names()));
          tx.afterCommit(() -> database.change(other -> add(other, "two")));
        });

    assertThat(seen).containsExactly("one");
    assertThat(names()).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void a_step_after_the_commit_is_not_done_when_nothing_was_stored() {
    AtomicBoolean isDone = new AtomicBoolean();

    assertThatThrownBy(
            () ->
                database.change(
                    tx -> {
                      tx.afterCommit(() -> isDone.set(true));
                      throw new IllegalArgumentException("no");
                    }))
        .hasMessage("no");

    assertThat(isDone).isFalse();
  }

  @Test
  void a_step_after_the_commit_that_fails_takes_nothing_back() {
    AtomicBoolean isDone = new AtomicBoolean();

    database.change(
        tx -> {
          add(tx, "one");
          tx.afterCommit(
              () -> {
                throw new IllegalStateException("no");
              });
          tx.afterCommit(() -> isDone.set(true));
        });

    assertThat(names()).containsExactly("one");
    assertThat(isDone).isTrue();
  }

  @Test
  void no_transaction_begins_inside_another() {
    String rejection = "a transaction inside a transaction";

    assertThatThrownBy(() -> database.change(tx -> database.change(inner -> add(inner, "one"))))
        .hasMessage(rejection);
    assertThatThrownBy(() -> database.change(tx -> names())).hasMessage(rejection);
    assertThatThrownBy(() -> database.read(tx -> names())).hasMessage(rejection);
    assertThatThrownBy(
            () ->
                database.read(
                    tx -> {
                      database.change(inner -> add(inner, "one"));
                      return true;
                    }))
        .hasMessage(rejection);
    assertThat(names()).isEmpty();
  }

  @Test
  void a_read_sees_one_moment() {
    List<Integer> counts =
        database.read(
            tx -> {
              List<Integer> both = new ArrayList<>();
              both.add(names(tx).size());
              join(CompletableFuture.runAsync(() -> database.change(w -> add(w, "meanwhile"))));
              both.add(names(tx).size());
              return both;
            });

    assertThat(counts).containsExactly(0, 0);
    assertThat(names()).containsExactly("meanwhile");
  }

  @Test
  void the_time_of_a_transaction_is_the_clocks_in_milliseconds() {
    assertThat(database.<Object>write(Tx::now)).isEqualTo(clock.instant());
    assertThat(database.<Object>read(Tx::now)).isEqualTo(clock.instant());
  }

  @Test
  void nothing_is_done_after_the_end() {
    database.close();

    assertThatThrownBy(() -> database.change(tx -> add(tx, "late")))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(this::names).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void a_write_to_a_closing_store_fails() throws Exception {
    List<Crowd.Outcome<List<String>>> outcomes =
        Crowd.of(
            9,
            thread ->
                () -> {
                  List<String> stored = new ArrayList<>();
                  if (thread == 0) {
                    Thread.sleep(150);
                    database.close();
                    return stored;
                  }
                  for (int i = 0; ; i++) {
                    String name = thread + " " + i;
                    try {
                      database.change(tx -> add(tx, name));
                      stored.add(name);
                    } catch (RuntimeException e) {
                      return stored;
                    }
                  }
                });

    List<String> acknowledged =
        outcomes.stream().flatMap(outcome -> outcome.result().stream()).toList();
    assertThat(acknowledged).isNotEmpty();
    assertThat(store.query("SELECT name FROM thing")).containsAll(acknowledged);
  }

  private static void add(Tx tx, String name) {
    tx.handle().execute("INSERT INTO thing (name) VALUES (?)", name);
  }

  private List<String> names() {
    return database.read(DatabaseTest::names);
  }

  private static List<String> names(Tx tx) {
    return tx.handle().createQuery("SELECT name FROM thing").mapTo(String.class).list();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(10, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody came");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static void join(CompletableFuture<Void> other) {
    try {
      other.get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
