package io.svc.server.db;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Tells what a store refused, alike for both. */
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

  /** Whether a row was refused because there is one like it. */
  public static boolean isDuplicate(Throwable failure) {
    Optional<SQLException> cause = sqlCause(failure);
    if (cause.isPresent() && cause.get() instanceof SQLiteException e) {
      return e.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE
          || e.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY;
    }
    return cause.map(e -> UNIQUE_VIOLATION.equals(e.getSQLState())).orElse(false);
  }

  /** Whether the store itself is in trouble: full, gone, read-only, damaged. */
  public static boolean isUnavailable(Throwable failure) {
    Optional<SQLException> cause = sqlCause(failure);
    if (cause.isEmpty()) {
      return false;
    }
    if (cause.get() instanceof SQLiteException e) {
      // Extended codes begin with the name of what they extend (sqlite.org/rescode.html).
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

  /** The store's own word for what is wrong, such as {@code SQLITE_FULL} or {@code 57P01}. */
  public static String reason(Throwable failure) {
    return sqlCause(failure)
        .map(
            e ->
                e instanceof SQLiteException sqlite
                    ? sqlite.getResultCode().name()
                    : String.valueOf(e.getSQLState()))
        .orElse("unavailable");
  }

  /** Whether a file turned out to be no sound store. */
  static boolean isDamage(Throwable failure) {
    return sqlCause(failure)
        .filter(SQLiteException.class::isInstance)
        .map(e -> ((SQLiteException) e).getResultCode().name())
        .filter(name -> name.startsWith("SQLITE_CORRUPT") || name.startsWith("SQLITE_NOTADB"))
        .isPresent();
  }

  static boolean isLostRace(Throwable failure) {
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
