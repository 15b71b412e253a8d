package io.svc.server.decisions;

import io.svc.server.db.Vendor;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Decisions over SQLite. */
class DecisionsOnSqliteTest {
  @Nested
  class Requests extends EvalContract {
    @Override
    Vendor vendor() {
      return Vendor.SQLITE;
    }
  }

  @Nested
  class Verdicts extends VerdictContract {
    @Override
    Vendor vendor() {
      return Vendor.SQLITE;
    }
  }

  @Nested
  class Records extends RecordContract {
    @Override
    Vendor vendor() {
      return Vendor.SQLITE;
    }
  }

  @Nested
  class Lists extends ExecutionContract {
    @Override
    Vendor vendor() {
      return Vendor.SQLITE;
    }
  }

  @Nested
  @Tag("thorough")
  class Races extends RaceContract {
    @Override
    Vendor vendor() {
      return Vendor.SQLITE;
    }
  }
}
