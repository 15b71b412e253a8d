package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.testing.StoreContract;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.statement.UnableToCreateStatementException;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BindRecordTest extends StoreContract {
  private static final Pet CAT = new Pet("Tom", Optional.empty(), new Owner("Ann", Instant.EPOCH));

  private Database database;

  record Owner(String name, Instant since) {
    String shown() {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("nobody");
      }
      return "of " + name;
    }
  }

  record Pet(String name, Optional<String> note, Owner owner) {}

  interface Pets {
    @SqlUpdate("INSERT INTO pet VALUES (:name, :note, :owner.shown, :owner.since)")
    int insert(@BindRecord Pet pet);

    @SqlUpdate("INSERT INTO pet VALUES (:name, :note, :owner.shown, :owner.since)")
    int insert(@BindRecord Pet pet, String note);

    @SqlUpdate("INSERT INTO pet VALUES (:pet.name, :pet.note, :name, :since)")
    int insert(@BindRecord("pet") Pet pet, @BindRecord Owner owner);

    @SqlUpdate("INSERT INTO pet VALUES (:name, :nothing, :owner.shown, :owner.since)")
    int insertNothing(@BindRecord Pet pet);
  }

  @BeforeEach
  void open() throws Exception {
    database = store.open();
    store.execute("CREATE TABLE pet (name TEXT, note TEXT, owner TEXT, since BIGINT)");
  }

  private String stored() throws Exception {
    return store
        .query(
            "SELECT name || ', ' || coalesce(note, '-') || ', ' || owner || ', ' || since FROM pet")
        .get(0);
  }

  @Test
  void binds_a_record_and_the_record_in_it() throws Exception {
    database.change(tx -> tx.on(Pets.class).insert(CAT));

    assertThat(stored()).isEqualTo("Tom, -, of Ann, 0");
  }

  @Test
  void explicit_parameters_take_precedence() throws Exception {
    database.change(tx -> tx.on(Pets.class).insert(CAT, "shy"));

    assertThat(stored()).isEqualTo("Tom, shy, of Ann, 0");
  }

  @Test
  void a_prefix_distinguishes_two_records() throws Exception {
    database.change(tx -> tx.on(Pets.class).insert(CAT, new Owner("Bob", Instant.ofEpochMilli(7))));

    assertThat(stored()).isEqualTo("Tom, -, Bob, 7");
  }

  @Test
  void rejects_a_name_without_a_value() {
    assertThatThrownBy(() -> database.change(tx -> tx.on(Pets.class).insertNothing(CAT)))
        .isInstanceOf(UnableToCreateStatementException.class)
        .hasMessageContaining("nothing")
        .hasMessageContaining("Pet")
        .hasMessageNotContaining("Tom");
  }

  @Test
  void an_exception_of_an_accessor_is_the_cause() {
    Pet stray = new Pet("Tom", Optional.empty(), new Owner("", Instant.EPOCH));

    assertThatThrownBy(() -> database.change(tx -> tx.on(Pets.class).insert(stray)))
        .hasRootCauseMessage("nobody");
  }
}
