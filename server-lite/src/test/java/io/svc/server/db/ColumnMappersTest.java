package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import io.svc.server.testing.StoreContract;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ColumnMappersTest extends StoreContract {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");

  private Database database;

  enum Colour {
    RED,
    LIGHT_BLUE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  record Thing(
      OrgId orgId,
      Instant at,
      Colour colour,
      boolean isNew,
      Optional<OrgId> otherOrg,
      Optional<Instant> otherAt,
      Optional<Colour> otherColour,
      Optional<String> note) {}

  interface Things {
    @SqlUpdate(
        """
        INSERT INTO thing (org_id, at, colour, is_new, other_org, other_at, other_colour, note)
        VALUES (:org, :at, :colour, :isNew, :otherOrg, :otherAt, :otherColour, :note)
        """)
    void insert(
        OrgId org,
        Instant at,
        Colour colour,
        boolean isNew,
        Optional<OrgId> otherOrg,
        Optional<Instant> otherAt,
        Optional<Colour> otherColour,
        Optional<String> note);

    @SqlQuery("SELECT * FROM thing WHERE org_id = :org")
    List<Thing> of(OrgId org);

    @SqlQuery("SELECT org_id FROM thing WHERE colour = :colour AND at <= :at")
    List<OrgId> find(Colour colour, Instant at);
  }

  record Listed(
      List<String> names,
      Map<String, Long> counts,
      JsonNode tree,
      Optional<String> note,
      Optional<Colour> colour) {}

  interface Lists {
    @SqlUpdate(
        """
        INSERT INTO listed (names, counts, tree, note, colour)
        VALUES (:names, :counts, :tree, '', '')
        """)
    void insert(List<String> names, Map<String, Long> counts, JsonNode tree);

    @SqlQuery("SELECT * FROM listed")
    Listed one();
  }

  @BeforeEach
  void open() throws Exception {
    database = store.open();
    store.execute(
        """
        CREATE TABLE thing (org_id TEXT NOT NULL, at BIGINT NOT NULL, colour TEXT NOT NULL,
          is_new BOOLEAN NOT NULL, other_org TEXT, other_at BIGINT, other_colour TEXT, note TEXT)
        """);
  }

  @Test
  void lists_maps_and_trees_are_json_and_empty_texts_are_no_values() throws Exception {
    store.execute(
        """
        CREATE TABLE listed (names TEXT NOT NULL, counts TEXT NOT NULL, tree TEXT NOT NULL,
          note TEXT NOT NULL, colour TEXT NOT NULL)
        """);
    Listed listed =
        new Listed(
            List.of("Grüße", "'quoted'"),
            Map.of("few", 3L),
            Json.readStored("{\"a\":[1]}"),
            Optional.empty(),
            Optional.empty());

    database.change(
        tx -> tx.on(Lists.class).insert(listed.names(), listed.counts(), listed.tree()));

    Listed read = database.read(tx -> tx.on(Lists.class).one());
    assertThat(read).isEqualTo(listed);
  }

  @Test
  void values_come_back_as_they_went_in() {
    Thing full =
        new Thing(
            ORG,
            clock.instant(),
            Colour.LIGHT_BLUE,
            true,
            Optional.of(OrgId.INSTANCE),
            Optional.of(Instant.ofEpochMilli(-1)),
            Optional.of(Colour.RED),
            Optional.of("Grüße 🐎 'quoted'"));
    Thing bare =
        new Thing(
            ORG,
            Instant.EPOCH,
            Colour.RED,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    database.change(
        tx -> {
          insert(tx, full);
          insert(tx, bare);
        });

    assertThat(database.<List<Thing>>read(tx -> tx.on(Things.class).of(ORG)))
        .containsExactlyInAnyOrder(full, bare);
  }

  @Test
  void they_lie_in_the_store_as_milliseconds_labels_and_identifiers() throws Exception {
    Instant at = Instant.parse("2026-03-01T12:00:00.123456789Z");
    database.change(
        tx ->
            insert(
                tx,
                new Thing(
                    ORG,
                    at,
                    Colour.LIGHT_BLUE,
                    true,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())));

    assertThat(store.query("SELECT at FROM thing")).containsExactly("1772366400123");
    assertThat(store.query("SELECT colour FROM thing")).containsExactly("light-blue");
    assertThat(store.query("SELECT org_id FROM thing")).containsExactly(ORG.value());
    assertThat(
            database.<List<OrgId>>read(
                tx -> tx.on(Things.class).find(Colour.LIGHT_BLUE, clock.instant())))
        .containsExactly(ORG);
  }

  @Test
  void a_label_that_is_none_is_rejected() throws Exception {
    store.execute(
        "INSERT INTO thing (org_id, at, colour, is_new) VALUES ('" + ORG + "', 1, 'mauve', FALSE)");

    assertThatThrownBy(() -> database.read(tx -> tx.on(Things.class).of(ORG)))
        .hasMessageContaining("no such label");
  }

  private static void insert(Tx tx, Thing thing) {
    tx.on(Things.class)
        .insert(
            thing.orgId(),
            thing.at(),
            thing.colour(),
            thing.isNew(),
            thing.otherOrg(),
            thing.otherAt(),
            thing.otherColour(),
            thing.note());
  }
}
