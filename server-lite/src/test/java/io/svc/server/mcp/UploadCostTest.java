package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.db.StoreCounts;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of an upload in SQLite, in counts that do not depend on the machine. */
class UploadCostTest {
  private static final int SERVERS = 5;

  @TempDir private Path directory;

  @Test
  void a_repeated_report_prepares_few_statements_and_writes_few_rows() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      Tenancy tenancy = new Tenancy(server);
      Client scanner = tenancy.program(Role.OPERATOR, Scope.REPORTS_WRITE);
      StoreCounts counts = new StoreCounts(server.database(), server.directory());
      upload(scanner, tenancy);
      upload(scanner, tenancy);

      counts.begin();
      upload(scanner, tenancy);
      StoreCounts.Counts cost = counts.end();

      assertThat(cost.statements()).as("prepared statements").isLessThanOrEqualTo(10);
      assertThat(cost.rows()).as("rows").isLessThanOrEqualTo(32);
    }
  }

  private static void upload(Client scanner, Tenancy tenancy) {
    Sample report = Sample.of(tenancy.org());
    for (int i = 0; i < SERVERS; i++) {
      report.finding("unpinned_package", "medium", "server " + i);
    }
    assertThat(scanner.post("/api/v1/mcp/reports", report.json().toString()).status())
        .isEqualTo(201);
  }
}
