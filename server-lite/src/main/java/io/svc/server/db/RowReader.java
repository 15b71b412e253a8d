package io.svc.server.db;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the current row of a result.
 *
 * @param <T> the content of a row
 */
@FunctionalInterface
public interface RowReader<T> {
  T read(ResultSet row) throws SQLException;
}
