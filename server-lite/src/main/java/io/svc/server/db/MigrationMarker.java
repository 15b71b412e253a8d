package io.svc.server.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jdbi.v3.core.Handle;

/**
 * A marker in a PostgreSQL store that another store is being moved into: a table, which only the
 * move creates and removes. While it exists, no server and no command uses the store, so that an
 * interrupted move is not mistaken for a completed one.
 */
public final class MigrationMarker {
  /** The table. */
  public static final String TABLE = "store_move";

  private MigrationMarker() {}

  /** Sets the marker; it may already exist. */
  public static void set(Handle handle) {
    handle.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (begun_at BIGINT NOT NULL)");
  }

  /** Removes the marker. */
  public static void remove(Handle handle) {
    handle.execute("DROP TABLE " + TABLE);
  }

  static boolean isSet(Database database) {
    if (database.vendor() == Vendor.SQLITE) {
      return false;
    }
    try (Connection connection = database.writing().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT to_regclass('" + TABLE + "') IS NOT NULL")) {
      return row.next() && row.getBoolean(1);
    } catch (SQLException e) {
      throw new StoreUnavailableException("no connection to the store is available", e);
    }
  }
}
