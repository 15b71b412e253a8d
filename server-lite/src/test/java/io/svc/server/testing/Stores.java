package io.svc.server.testing;

import io.svc.server.db.Database;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/** Empty stores with the schema of this version. */
public final class Stores {
  private static byte[] template = {};

  private Stores() {}

  /** An SQLite store in a directory of a test. */
  public static Database sqlite(Path directory) {
    Path file = directory.resolve("app.db");
    fill(file);
    return Database.sqlite(file, 4, Clock.systemUTC());
  }

  /** Makes a file of an SQLite store, which nobody has open. */
  public static void fill(Path file) {
    try {
      Files.write(file, template());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Migrating takes longer than most tests do, so that it is done once and copied. */
  private static synchronized byte[] template() throws IOException {
    if (template.length == 0) {
      Path directory = Files.createTempDirectory("svc-template");
      Path file = directory.resolve("app.db");
      migrated(Database.sqlite(file, 1, Clock.systemUTC()), directory).close();
      template = Files.readAllBytes(file);
      Files.delete(file);
      Files.delete(directory);
    }
    return template;
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
