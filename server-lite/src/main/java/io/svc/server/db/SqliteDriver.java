package io.svc.server.db;

import org.sqlite.SQLiteJDBCLoader;

/** The native library of SQLite. */
public final class SqliteDriver {
  private SqliteDriver() {}

  /** The library cannot be loaded on this system; the message is for the operator. */
  public static final class MissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Loads the library before a file is opened, because the driver reports a missing library like a
   * damaged file.
   *
   * @throws MissingException when the library cannot be loaded
   */
  static void load() {
    try {
      SQLiteJDBCLoader.initialize();
    } catch (Exception | LinkageError e) {
      throw new MissingException(
          "the SQLite library cannot be loaded on "
              + System.getProperty("os.name")
              + " ("
              + System.getProperty("os.arch")
              + "); svc-server needs a 64-bit Linux, macOS or Windows on x64 or ARM, and a directory"
              + " for temporary files from which programs can run: \""
              + System.getProperty("java.io.tmpdir")
              + "\"",
          e);
    }
  }
}
