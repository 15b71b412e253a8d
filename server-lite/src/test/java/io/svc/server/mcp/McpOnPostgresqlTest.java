package io.svc.server.mcp;

import io.svc.server.db.Database;
import io.svc.server.db.Vendor;
import io.svc.server.testing.TestStore;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The feature over PostgreSQL. */
@Tag("thorough")
class McpOnPostgresqlTest {
  private static Database migrated(Path directory) {
    return TestStore.empty(Vendor.POSTGRESQL, directory, Clock.systemUTC()).migrated();
  }

  @Nested
  class Uploads extends UploadContract {
    @Override
    Database open(Path directory) {
      return migrated(directory);
    }
  }

  @Nested
  class Findings extends FindingContract {
    @Override
    Database open(Path directory) {
      return migrated(directory);
    }
  }

  @Nested
  class Inventory extends InventoryContract {
    @Override
    Database open(Path directory) {
      return migrated(directory);
    }
  }

  @Nested
  class Approvals extends BaselineContract {
    @Override
    Database open(Path directory) {
      return migrated(directory);
    }
  }

  @Nested
  class Search extends SearchContract {
    @Override
    Database open(Path directory) {
      return migrated(directory);
    }
  }
}
