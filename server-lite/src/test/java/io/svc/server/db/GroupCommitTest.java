package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes that come at the same time are committed together, and each is for itself all the same.
 */
class GroupCommitTest {
  private static final int WRITES = 60;

  @TempDir private Path directory;
  private Database database;

  @BeforeEach
  void open() {
    database = Stores.sqlite(directory);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static void insert(Tx tx, String key) {
    tx.handle()
        .execute(
            "INSERT INTO login_failure (account_key, failures, blocked_until, last_at)"
                + " VALUES (?, 1, 0, 0)",
            key);
  }

  private List<String> stored() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT account_key FROM login_failure ORDER BY account_key")
                .mapTo(String.class)
                .list());
  }

  private String write(int number) {
    try {
      return database.write(
          tx -> {
            insert(tx, "key" + number);
            if (number % 3 == 0) {
              throw new IllegalArgumentException("refused " + number);
            }
            if (number % 3 == 1) {
              insert(tx, "key" + number);
            }
            return "stored";
          });
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    } catch (RuntimeException e) {
      return StoreErrors.isDuplicate(e) ? "duplicate" : e.toString();
    }
  }

  @Test
  void a_write_that_fails_takes_no_other_with_it() {
    List<String> outcomes = AtOnce.run(WRITES, this::write);

    assertThat(outcomes)
        .containsExactlyElementsOf(
            IntStream.range(0, WRITES)
                .mapToObj(i -> i % 3 == 0 ? "refused " + i : i % 3 == 1 ? "duplicate" : "stored")
                .toList());
    assertThat(stored())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, WRITES).filter(i -> i % 3 == 2).mapToObj(i -> "key" + i).toList());
  }

  @Test
  void a_write_that_fails_alone_stores_nothing_and_the_next_one_is_stored() {
    List<String> outcomes = IntStream.range(0, 6).mapToObj(this::write).toList();

    assertThat(outcomes)
        .containsExactly("refused 0", "duplicate", "stored", "refused 3", "duplicate", "stored");
    assertThat(stored()).containsExactly("key2", "key5");
  }

  @Test
  void what_is_to_be_done_afterwards_is_done_only_for_what_was_stored() {
    List<Integer> done = Collections.synchronizedList(new ArrayList<>());

    AtOnce.run(
        WRITES,
        i -> {
          try {
            database.change(
                tx -> {
                  tx.afterCommit(() -> done.add(i));
                  insert(tx, "key" + i);
                  if (i % 2 == 0) {
                    throw new IllegalArgumentException();
                  }
                });
          } catch (IllegalArgumentException e) {
            return false;
          }
          return true;
        });

    assertThat(done)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, WRITES).filter(i -> i % 2 == 1).boxed().toList());
  }

  @Test
  void a_nested_transaction_is_rejected() {
    assertThatThrownBy(() -> database.write(tx -> database.read(inner -> 1)))
        .hasMessage("a transaction inside a transaction");
    assertThatThrownBy(() -> database.read(tx -> database.write(inner -> 1)))
        .hasMessage("a transaction inside a transaction");
    assertThat(database.<Integer>read(tx -> 1)).isEqualTo(1);
  }
}
