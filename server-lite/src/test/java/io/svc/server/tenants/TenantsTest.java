package io.svc.server.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TenantsTest extends StoreContract {
  private Database database;
  private Workspace workspace;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
  }

  @Test
  void tenants_of_one_name_that_come_together_get_slugs_of_their_own() throws Exception {
    List<Crowd.Outcome<Tenant>> outcomes =
        Crowd.of(
            8, i -> () -> database.write(tx -> workspace.tenants().create(tx, "Müller & Co.", "")));

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(outcomes)
        .extracting(outcome -> outcome.result().slug())
        .doesNotHaveDuplicates()
        .contains("muller-co")
        .allMatch(slug -> slug.startsWith("muller-co"));
  }

  @Test
  void a_deletion_that_was_canceled_at_the_last_moment_purges_nothing() {
    AtomicInteger purges = new AtomicInteger();
    TenantAdministration administration =
        new TenantAdministration(
            database,
            workspace.identifiers(),
            workspace.tenants(),
            workspace.audit(),
            clock,
            (tx, org) -> {},
            List.of(
                new TenantAdministration.TenantDataOwner(
                    "things", (tx, org) -> purges.incrementAndGet())));
    administration.delete(workspace.caller(), Optional.empty());
    clock.advance(Duration.ofDays(2));
    administration.cancel(workspace.caller());

    administration.purge(workspace.org());

    assertThat(purges).hasValue(0);
    assertThat(administration.get(workspace.org()).name()).isEqualTo("Acme");
  }
}
