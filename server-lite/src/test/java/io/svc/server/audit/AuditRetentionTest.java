package io.svc.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Caller;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuditRetentionTest extends StoreContract {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");
  private static final OrgId OTHER = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGF");
  private static final Duration YEAR = Duration.ofDays(365);

  private Database database;
  private AuditLog audit;
  private AuditRetention retention;

  @BeforeEach
  void open() {
    database = store.migrated();
    audit = new AuditLog(database, new Identifiers(clock), new Keyring(TestKeys.create(directory)));
    retention = new AuditRetention(database);
  }

  @Test
  void what_is_older_than_its_tenant_keeps_it_goes_and_the_rest_can_be_checked() {
    record(ORG, Category.ADMIN, 3);
    record(ORG, Category.MCP, 2);
    audit.checkpoint();
    clock.advance(YEAR.plusDays(1));
    record(ORG, Category.ADMIN, 2);
    audit.checkpoint();

    int removed = prune();

    assertThat(removed).isEqualTo(5);
    AuditVerdict verdict = audit.verify(ORG);
    assertThat(verdict.reason()).isEmpty();
    assertThat(verdict.ok()).isTrue();
    assertThat(verdict.checked()).isEqualTo(2);
    AuditLog.Page all = audit.page(ORG, Optional.empty(), 9, 0);
    assertThat(all.entries()).extracting(AuditEntry::seq).containsExactly(7L, 6L);
    assertThat(all.total()).isEqualTo(2);
    assertThat(audit.page(ORG, Optional.of(Category.ADMIN), 9, 0).total()).isEqualTo(2);
    assertThat(audit.page(ORG, Optional.of(Category.MCP), 9, 0).total()).isZero();
    assertThat(audit.checkpoints(ORG)).extracting(AuditCheckpoint::seq).containsExactly(7L);
    assertThat(prune()).isZero();
  }

  @Test
  void a_chain_continues_after_the_erased_entries() {
    record(ORG, Category.ADMIN, 3);
    clock.advance(YEAR.plusDays(1));
    record(ORG, Category.ADMIN, 1);
    prune();
    record(ORG, Category.ADMIN, 1);
    clock.advance(YEAR.plusDays(1));
    prune();
    record(ORG, Category.ADMIN, 1);

    assertThat(audit.verify(ORG).reason()).isEmpty();
    assertThat(audit.following(ORG, 0, 9)).extracting(AuditEntry::seq).containsExactly(5L, 6L);
  }

  @Test
  void the_last_entry_stays_however_old() {
    record(ORG, Category.ADMIN, 4);
    clock.advance(YEAR.multipliedBy(3));

    assertThat(prune()).isEqualTo(3);

    assertThat(audit.verify(ORG).ok()).isTrue();
    assertThat(audit.following(ORG, 0, 9)).extracting(AuditEntry::seq).containsExactly(4L);
  }

  @Test
  void a_chain_without_a_retention_is_retained() {
    record(ORG, Category.ADMIN, 2);
    record(OTHER, Category.ADMIN, 2);
    clock.advance(YEAR.multipliedBy(9));

    retention.prune(
        clock.instant(), (tx, org) -> Optional.of(YEAR).filter(time -> org.equals(ORG)));

    assertThat(audit.following(OTHER, 0, 9)).hasSize(2);
    assertThat(audit.following(ORG, 0, 9)).hasSize(1);
  }

  private int prune() {
    return retention.prune(clock.instant(), (tx, org) -> Optional.of(YEAR));
  }

  private void record(OrgId org, Category category, int entries) {
    for (int i = 0; i < entries; i++) {
      database.change(
          tx ->
              audit.record(
                  tx,
                  Caller.system("test", org),
                  AuditEvent.of(category, "test.done", "thing", "", "a thing")));
    }
  }
}
