package io.svc.server.testing;

import io.svc.server.db.Database;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import java.nio.file.Path;
import java.time.Clock;

/** Empty stores with the schema of this version. */
public final class Stores {
  private Stores() {}

  /** An SQLite store in a directory of a test. */
  public static Database sqlite(Path directory) {
    return migrated(Database.sqlite(directory.resolve("app.db"), 4, Clock.systemUTC()), directory);
  }

  /** Brings a store to the schema of this version. */
  public static Database migrated(Database database, Path directory) {
    try {
      new Migrations(database).run(directory.resolve("backups"));
      return database;
    } catch (SchemaException e) {
      throw new IllegalStateException(e);
    }
  }
}
