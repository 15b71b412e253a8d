package io.svc.server.mcp;

import io.svc.server.db.Database;
import io.svc.server.testing.Stores;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The feature over SQLite. */
@Tag("thorough")
class McpOnSqliteTest {
  @Nested
  class Uploads extends UploadContract {
    @Override
    Database open(Path directory) {
      return Stores.sqlite(directory);
    }
  }

  @Nested
  class Findings extends FindingContract {
    @Override
    Database open(Path directory) {
      return Stores.sqlite(directory);
    }
  }

  @Nested
  class Inventory extends InventoryContract {
    @Override
    Database open(Path directory) {
      return Stores.sqlite(directory);
    }
  }

  @Nested
  class Approvals extends BaselineContract {
    @Override
    Database open(Path directory) {
      return Stores.sqlite(directory);
    }
  }

  @Nested
  class Search extends SearchContract {
    @Override
    Database open(Path directory) {
      return Stores.sqlite(directory);
    }
  }
}
