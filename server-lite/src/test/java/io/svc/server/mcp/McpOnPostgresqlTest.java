package io.svc.server.mcp;

import io.svc.server.db.Database;
import io.svc.server.testing.PostgresServer;
import io.svc.server.testing.Stores;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Nested;

/** The feature over PostgreSQL. */
class McpOnPostgresqlTest {
  @Nested
  class Uploads extends UploadContract {
    @Override
    Database open(Path directory) {
      return Stores.migrated(
          Database.postgresql(PostgresServer.required().newDatabase(), 8, Clock.systemUTC()),
          directory);
    }
  }

  @Nested
  class Findings extends FindingContract {
    @Override
    Database open(Path directory) {
      return Stores.migrated(
          Database.postgresql(PostgresServer.required().newDatabase(), 8, Clock.systemUTC()),
          directory);
    }
  }

  @Nested
  class Inventory extends InventoryContract {
    @Override
    Database open(Path directory) {
      return Stores.migrated(
          Database.postgresql(PostgresServer.required().newDatabase(), 8, Clock.systemUTC()),
          directory);
    }
  }

  @Nested
  class Approvals extends BaselineContract {
    @Override
    Database open(Path directory) {
      return Stores.migrated(
          Database.postgresql(PostgresServer.required().newDatabase(), 8, Clock.systemUTC()),
          directory);
    }
  }
}
