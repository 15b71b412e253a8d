package io.svc.server.db;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;
import org.sqlite.util.OSInfo;

/** The native library of SQLite. */
public final class SqliteDriver {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteDriver.class);
  private static final String DIRECTORY = "org.sqlite.lib.path";

  private static boolean isLoaded;

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
  static synchronized void load() {
    try {
      // Windows does not delete a library that is loaded; the driver deletes it at a later start.
      if (!isLoaded
          && System.getProperty(DIRECTORY) == null
          && !OSInfo.getOSName().equals("Windows")) {
        tryLoadCopy();
      }
      isLoaded = SQLiteJDBCLoader.initialize();
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

  private static void tryLoadCopy() throws Exception {
    try {
      loadCopy();
    } catch (IOException e) {
      // The driver also searches for a library that is installed.
      LOG.debug("SQLite's library cannot be extracted", e);
    }
  }

  /**
   * Extracts the library, loads it and deletes it. The driver would compare its copy byte by byte,
   * which takes 45 ms of a start, and a killed process would leave it behind.
   */
  private static void loadCopy() throws Exception {
    String name = LibraryLoaderUtil.getNativeLibName();
    Path parent =
        Path.of(System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir")));
    Path directory = Files.createTempDirectory(parent, "svc-server-sqlite-");
    Path library = directory.resolve(name);
    try (InputStream in =
        SQLiteJDBCLoader.class.getResourceAsStream(
            LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
      if (in != null) {
        Files.copy(in, library);
        System.setProperty(DIRECTORY, directory.toString());
        SQLiteJDBCLoader.initialize();
      }
    } finally {
      System.clearProperty(DIRECTORY);
      Files.deleteIfExists(library);
      Files.delete(directory);
    }
  }
}
