package io.svc.server.db;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Maps errors of both databases to the same categories. */
public final class StoreErrors {
  /** Serialization failure and deadlock (PostgreSQL, appendix A). */
  private static final Set<String> LOST_RACE = Set.of("40001", "40P01");

  private static final Set<String> TROUBLE =
      Set.of(
          "SQLITE_FULL",
          "SQLITE_CANTOPEN",
          "SQLITE_READONLY",
          "SQLITE_CORRUPT",
          "SQLITE_NOTADB",
          "SQLITE_IOERR",
          "SQLITE_BUSY");

  private static final String UNIQUE_VIOLATION = "23505";

  private StoreErrors() {}

  /** Returns whether a row was rejected as a duplicate. */
  public static boolean isDuplicate(Throwable failure) {
    Optional<SQLException> cause = sqlCause(failure);
    if (cause.isPresent() && cause.get() instanceof SQLiteException e) {
      return e.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE
          || e.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY;
    }
    return cause.map(e -> UNIQUE_VIOLATION.equals(e.getSQLState())).orElse(false);
  }

  /** Returns whether the store is unavailable: full, missing, read-only, damaged. */
  public static boolean isUnavailable(Throwable failure) {
    Optional<SQLException> cause = sqlCause(failure);
    if (cause.isEmpty()) {
      return false;
    }
    if (cause.get() instanceof SQLiteException e) {
      // Extended codes begin with the name of their primary code (sqlite.org/rescode.html).
      String name = e.getResultCode().name();
      return TROUBLE.stream().anyMatch(name::startsWith);
    }
    String state = String.valueOf(cause.get().getSQLState());
    // Connection, insufficient resources, operator intervention, system error.
    return state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57")
        || state.startsWith("58")
        || state.equals("25006");
  }

  /** Returns the database's code of the error, such as {@code SQLITE_FULL} or {@code 57P01}. */
  public static String reason(Throwable failure) {
    return sqlCause(failure)
        .map(
            e ->
                e instanceof SQLiteException sqlite
                    ? sqlite.getResultCode().name()
                    : String.valueOf(e.getSQLState()))
        .orElse("unavailable");
  }

  /** Returns whether the error means that the file is damaged or not a store. */
  static boolean isDamage(Throwable failure) {
    return sqlCause(failure)
        .filter(SQLiteException.class::isInstance)
        .map(e -> ((SQLiteException) e).getResultCode().name())
        .filter(name -> name.startsWith("SQLITE_CORRUPT") || name.startsWith("SQLITE_NOTADB"))
        .isPresent();
  }

  static boolean isConflict(Throwable failure) {
    return sqlCause(failure)
        .map(e -> LOST_RACE.contains(String.valueOf(e.getSQLState())))
        .orElse(false);
  }

  private static Optional<SQLException> sqlCause(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        return Optional.of(e);
      }
    }
    return Optional.empty();
  }
}
