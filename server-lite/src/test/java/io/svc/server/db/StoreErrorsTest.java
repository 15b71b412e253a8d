package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.svc.server.testing.StoreContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoreErrorsTest extends StoreContract {
  private Database database;

  @BeforeEach
  void open() throws Exception {
    database = store.open();
    store.execute(
        """
        CREATE TABLE thing (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE,
          parent BIGINT REFERENCES thing (id), size BIGINT CHECK (size > 0))
        """,
        "INSERT INTO thing VALUES (1, 'one', NULL, 1)");
  }

  @Test
  void a_second_row_of_one_key_or_name_is_a_duplicate() {
    assertThat(StoreErrors.isDuplicate(failure("INSERT INTO thing VALUES (1, 'x', NULL, 1)")))
        .isTrue();
    assertThat(StoreErrors.isDuplicate(failure("INSERT INTO thing VALUES (2, 'one', NULL, 1)")))
        .isTrue();
  }

  @Test
  void other_refusals_are_none() {
    assertThat(StoreErrors.isDuplicate(failure("INSERT INTO thing VALUES (2, 'x', 7, 1)")))
        .isFalse();
    assertThat(StoreErrors.isDuplicate(failure("INSERT INTO thing VALUES (2, 'x', NULL, 0)")))
        .isFalse();
    assertThat(StoreErrors.isDuplicate(failure("INSERT INTO thing VALUES (2, NULL, NULL, 1)")))
        .isFalse();
    assertThat(StoreErrors.isDuplicate(failure("INSERT INTO nothing VALUES (1)"))).isFalse();
    assertThat(StoreErrors.isDuplicate(new IllegalStateException("no"))).isFalse();
  }

  @Test
  void a_statement_that_is_rejected_does_not_mean_that_the_store_is_in_trouble() {
    assertThat(StoreErrors.isUnavailable(failure("INSERT INTO thing VALUES (1, 'x', NULL, 1)")))
        .isFalse();
    assertThat(StoreErrors.isUnavailable(failure("INSERT INTO nothing VALUES (1)"))).isFalse();
  }

  @Test
  void who_only_reads_cannot_write() {
    if (vendor == Vendor.SQLITE) {
      Throwable rejection =
          catchThrowable(
              () ->
                  database.read(
                      tx -> tx.handle().execute("INSERT INTO thing VALUES (3, 'x', NULL, 1)")));

      assertThat(StoreErrors.isUnavailable(rejection)).isTrue();
    } else {
      Throwable rejection =
          catchThrowable(
              () ->
                  database.change(
                      tx -> {
                        tx.handle().execute("SET TRANSACTION READ ONLY");
                        tx.handle().execute("INSERT INTO thing VALUES (3, 'x', NULL, 1)");
                      }));

      assertThat(StoreErrors.isUnavailable(rejection)).isTrue();
    }
  }

  private Throwable failure(String command) {
    return catchThrowable(() -> database.change(tx -> tx.handle().execute(command)));
  }
}
