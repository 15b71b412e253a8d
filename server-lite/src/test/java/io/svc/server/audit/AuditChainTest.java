package io.svc.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Caller;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuditChainTest extends StoreContract {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");
  private static final OrgId OTHER = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGF");
  private static final String OF_ORG = " WHERE org_id = '" + ORG + "'";

  private Database database;
  private AuditLog audit;

  @BeforeEach
  void open() {
    database = store.migrated();
    audit = new AuditLog(database, new Identifiers(clock), new Keyring(TestKeys.create(directory)));
  }

  @Test
  void entries_of_a_chain_follow_one_another() {
    record(ORG, 5);

    AuditVerdict verdict = audit.verify(ORG);

    assertThat(verdict.ok()).isTrue();
    assertThat(verdict.checked()).isEqualTo(5);
    assertThat(verdict.head()).isEqualTo(audit.following(ORG, 4, 1).get(0).hash());
    assertThat(audit.following(ORG, 0, 10))
        .extracting(AuditEntry::seq)
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void a_chain_without_entries_is_whole() {
    assertThat(audit.verify(ORG))
        .isEqualTo(
            new AuditVerdict(true, 0, Optional.empty(), Optional.empty(), AuditChain.GENESIS));
  }

  @Test
  void an_entry_goes_with_its_cause() {
    assertThatThrownBy(
            () ->
                database.change(
                    tx -> {
                      audit.record(tx, caller(ORG), event("lost"));
                      throw new IllegalArgumentException("no");
                    }))
        .hasMessage("no");
    record(ORG, 1);

    assertThat(audit.verify(ORG).checked()).isEqualTo(1);
    assertThat(audit.verify(ORG).ok()).isTrue();
  }

  @Test
  void a_changed_entry_is_reported_by_its_number() throws Exception {
    record(ORG, 6);
    store.executeUnguarded(
        "UPDATE audit_entry SET entry = replace(entry, 'event 4', 'event 9')"
            + OF_ORG
            + " AND seq = 4");

    assertBroken(4, "entry 4 was changed");
  }

  @Test
  void an_entry_filed_under_another_category_or_time_is_reported() throws Exception {
    record(ORG, 6);
    store.executeUnguarded("UPDATE audit_entry SET at = at + 1" + OF_ORG + " AND seq = 2");
    assertBroken(2, "entry 2 differs from its stored number, category or time");

    store.executeUnguarded(
        "UPDATE audit_entry SET at = at - 1" + OF_ORG + " AND seq = 2",
        "UPDATE audit_entry SET category = 'mcp'" + OF_ORG + " AND seq = 3");
    assertBroken(3, "entry 3 differs from its stored number, category or time");
  }

  @Test
  void a_removed_entry_is_reported() throws Exception {
    record(ORG, 6);
    store.executeUnguarded("DELETE FROM audit_entry" + OF_ORG + " AND seq = 3");

    assertBroken(3, "entry 3 is missing");
  }

  @Test
  void a_removed_entry_is_reported_even_when_the_others_move_up() throws Exception {
    record(ORG, 6);
    store.executeUnguarded(
        "DELETE FROM audit_entry" + OF_ORG + " AND seq = 3",
        "UPDATE audit_entry SET seq = seq - 1, category_seq = category_seq - 1"
            + OF_ORG
            + " AND seq = 4");

    assertBroken(3, "entry 3 does not refer to the previous entry");
  }

  @Test
  void an_inserted_entry_is_reported() throws Exception {
    record(ORG, 2);
    store.executeUnguarded(
        "INSERT INTO audit_entry (org_id, seq, category, category_seq, at, entry, hash)"
            + " SELECT org_id, 3, category, 3, at, entry, hash FROM audit_entry"
            + OF_ORG
            + " AND seq = 2",
        "UPDATE audit_head SET seq = 3" + OF_ORG);

    assertBroken(3, "entry 3 does not refer to the previous entry");
  }

  @Test
  void entries_that_changed_places_are_reported() throws Exception {
    record(ORG, 6);
    store.executeUnguarded(
        "UPDATE audit_entry SET seq = 99, category_seq = 99" + OF_ORG + " AND seq = 2",
        "UPDATE audit_entry SET seq = 2, category_seq = 2" + OF_ORG + " AND seq = 3",
        "UPDATE audit_entry SET seq = 3, category_seq = 3" + OF_ORG + " AND seq = 99");

    assertBroken(2, "entry 2 does not refer to the previous entry");
  }

  @Test
  void a_tail_that_was_cut_off_is_reported_by_the_head() throws Exception {
    record(ORG, 6);
    store.executeUnguarded("DELETE FROM audit_entry" + OF_ORG + " AND seq > 4");

    assertBroken(5, "entry 5 is missing");
  }

  @Test
  void a_tail_that_was_cut_off_with_its_head_is_reported_by_a_checkpoint() throws Exception {
    record(ORG, 6);
    audit.checkpoint();
    record(ORG, 1);
    resetHead(4);

    assertBroken(5, "a checkpoint refers to entry 6, which is missing");
  }

  @Test
  void a_tail_that_was_cut_off_and_written_again_is_reported_by_a_checkpoint() throws Exception {
    record(ORG, 6);
    audit.checkpoint();
    resetHead(4);
    clock.advance(Duration.ofMinutes(1));
    record(ORG, 4);

    assertBroken(6, "the checkpoint at entry 6 does not match the chain");
  }

  @Test
  void a_checkpoint_that_was_written_without_the_key_is_reported() throws Exception {
    record(ORG, 6);
    audit.checkpoint();
    resetHead(4);
    clock.advance(Duration.ofMinutes(1));
    record(ORG, 2);
    store.executeUnguarded(
        "UPDATE audit_checkpoint SET hash = (SELECT hash FROM audit_entry"
            + OF_ORG
            + " AND seq = 6)"
            + OF_ORG);

    assertBroken(6, "the checkpoint at entry 6 does not match the chain");
  }

  @Test
  void one_broken_chain_breaks_no_other() throws Exception {
    record(ORG, 3);
    record(OTHER, 3);
    store.executeUnguarded("UPDATE audit_entry SET hash = 'x'" + OF_ORG + " AND seq = 3");

    assertThat(audit.verify(OTHER).ok()).isTrue();
    assertThat(audit.checkAll(clock.instant())).isFalse();
    assertThat(audit.isIntact()).isFalse();
  }

  @Test
  void the_store_itself_rejects_changes() throws Exception {
    record(ORG, 3);

    assertRejected("UPDATE audit_entry SET entry = '{}'");
    assertRejected("UPDATE audit_entry SET at = at + 1" + OF_ORG + " AND seq = 1");
    assertRejected("DELETE FROM audit_entry");
    assertRejected("DELETE FROM audit_entry" + OF_ORG + " AND seq = 3");
    assertThat(audit.verify(ORG).ok()).isTrue();
    assertThat(store.query("SELECT count(*) FROM audit_entry")).containsExactly("3");
  }

  @Test
  void only_what_was_erased_on_purpose_may_go() throws Exception {
    record(ORG, 5);
    record(OTHER, 5);
    store.execute(
        "INSERT INTO audit_erasure (org_id, seq, hash, at)"
            + " SELECT org_id, seq, hash, at FROM audit_entry"
            + OF_ORG
            + " AND seq = 3");

    assertRejected("DELETE FROM audit_entry" + OF_ORG + " AND seq = 4");
    assertRejected("DELETE FROM audit_entry WHERE org_id = '" + OTHER + "' AND seq = 1");
    assertRejected("UPDATE audit_entry SET entry = '{}'" + OF_ORG + " AND seq = 1");
    store.execute("DELETE FROM audit_entry" + OF_ORG + " AND seq <= 3");

    assertThat(store.query("SELECT seq FROM audit_entry" + OF_ORG)).containsExactly("4", "5");
    assertThat(audit.verify(ORG).ok()).isTrue();
    assertThat(audit.verify(ORG).checked()).isEqualTo(2);
  }

  @Test
  void what_was_erased_stays_known() throws Exception {
    record(ORG, 2);
    database.change(tx -> audit.eraseAll(tx, ORG));

    assertRejected("UPDATE audit_erasure SET seq = 1");
    assertRejected("DELETE FROM audit_erasure");
    assertThat(store.query("SELECT seq FROM audit_erasure" + OF_ORG)).containsExactly("2");
  }

  @Test
  void an_erased_chain_has_ended() throws Exception {
    record(ORG, 4);
    record(OTHER, 1);
    audit.checkpoint();

    long erased = database.write(tx -> audit.eraseAll(tx, ORG));
    record(ORG, 1);

    assertThat(erased).isEqualTo(4);
    for (String table : List.of("audit_entry", "audit_head", "audit_checkpoint")) {
      assertThat(store.query("SELECT count(*) FROM " + table + OF_ORG)).containsExactly("0");
    }
    assertThat(audit.verify(ORG).ok()).isTrue();
    assertThat(audit.chains()).containsExactly(OTHER);
    assertThat(audit.verify(OTHER).checked()).isEqualTo(1);
  }

  @Test
  void entries_of_many_threads_make_one_chain_without_gaps() throws Exception {
    List<Crowd.Outcome<Boolean>> outcomes =
        Crowd.of(
            12,
            thread ->
                () -> {
                  for (int i = 0; i < 25; i++) {
                    String name = thread + " " + i;
                    database.change(tx -> audit.record(tx, caller(ORG), event(name)));
                  }
                  return true;
                });

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(audit.verify(ORG).ok()).isTrue();
    assertThat(audit.verify(ORG).checked()).isEqualTo(300);
    assertThat(audit.following(ORG, 0, 500))
        .extracting(AuditEntry::categorySeq)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 300).mapToObj(i -> (long) i).toList());
  }

  @Test
  void pages_go_back_from_the_latest() {
    record(ORG, 7);
    database.change(
        tx ->
            audit.record(
                tx, caller(ORG), AuditEvent.of(Category.MCP, "mcp.upload", "report", "", "r")));

    AuditLog.Page all = audit.page(ORG, Optional.empty(), 3, 1);
    AuditLog.Page some = audit.page(ORG, Optional.of(Category.ADMIN), 3, 1);

    assertThat(all.entries()).extracting(AuditEntry::seq).containsExactly(7L, 6L, 5L);
    assertThat(all.total()).isEqualTo(8);
    assertThat(some.entries()).extracting(AuditEntry::seq).containsExactly(6L, 5L, 4L);
    assertThat(some.total()).isEqualTo(7);
    assertThat(audit.page(ORG, Optional.empty(), 3, 50).entries()).isEmpty();
    assertThat(audit.page(OTHER, Optional.empty(), 3, 0).total()).isZero();
  }

  private void record(OrgId org, int entries) {
    for (int i = 1; i <= entries; i++) {
      String name = "event " + i;
      database.change(tx -> audit.record(tx, caller(org), event(name)));
    }
  }

  private static AuditEvent event(String name) {
    return AuditEvent.of(Category.ADMIN, "test.done", "thing", "", name).with("count", 1);
  }

  private static Caller caller(OrgId org) {
    return Caller.system("test", org);
  }

  /** What somebody does who wants nobody to miss the end of a chain. */
  private void resetHead(long seq) throws SQLException {
    store.executeUnguarded(
        "DELETE FROM audit_entry" + OF_ORG + " AND seq > " + seq,
        "UPDATE audit_head SET seq = " + seq + OF_ORG,
        "UPDATE audit_head SET hash = (SELECT hash FROM audit_entry"
            + OF_ORG
            + " AND seq = "
            + seq
            + ")"
            + OF_ORG
            + " AND category = ''");
  }

  private void assertBroken(long seq, String reason) {
    AuditVerdict verdict = audit.verify(ORG);
    assertThat(verdict.ok()).isFalse();
    assertThat(verdict.firstBrokenSeq()).hasValue(seq);
    assertThat(verdict.reason()).hasValue(reason);
  }

  private void assertRejected(String command) {
    assertThatThrownBy(() -> store.execute(command)).hasMessageContaining("is append-only");
  }
}
