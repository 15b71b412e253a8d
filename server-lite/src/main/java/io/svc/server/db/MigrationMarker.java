package io.svc.server.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jdbi.v3.core.Handle;

/**
 * A mark in a PostgreSQL store into which another store is being moved: a table, which nothing but
 * a move makes and takes away. While it is there, no server and no verb uses the store, so that a
 * move that broke off is not taken for one that was done.
 */
public final class MigrationMarker {
  /** The table. */
  public static final String TABLE = "store_move";

  private MigrationMarker() {}

  /** Sets the mark; it may be there already. */
  public static void set(Handle handle) {
    handle.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (begun_at BIGINT NOT NULL)");
  }

  /** Takes the mark away. */
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
      throw new StoreUnavailableException("the store gives no connection", e);
    }
  }
}
