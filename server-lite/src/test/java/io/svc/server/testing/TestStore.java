package io.svc.server.testing;

import io.svc.server.db.Database;
import io.svc.server.db.Vendor;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store of one test, of either kind, with a back door that the server does not have. */
public final class TestStore implements AutoCloseable {
  private static final int CONNECTIONS = 8;

  private static String postgresTemplate = "";

  private final Vendor vendor;
  private final Path directory;
  private final Clock clock;
  private final List<Database> opened = new ArrayList<>();
  private String url = "";
  private @Nullable Connection postgres;

  private TestStore(Vendor vendor, Path directory, Clock clock) {
    this.vendor = vendor;
    this.directory = directory;
    this.clock = clock;
    if (vendor == Vendor.SQLITE) {
      url = "jdbc:sqlite:" + directory.resolve("app.db");
    } else {
      PostgresServer.required();
    }
  }

  /**
   * A store without any table. Where PostgreSQL is missing, a test that asks for one is skipped.
   *
   * @param directory of the test
   */
  public static TestStore empty(Vendor vendor, Path directory, Clock clock) {
    return new TestStore(vendor, directory, clock);
  }

  /** The JDBC URL. */
  public String url() {
    if (url.isEmpty()) {
      url = PostgresServer.required().newDatabase();
    }
    return url;
  }

  /** Where copies of the store go. */
  public Path backups() {
    return directory.resolve("backups");
  }

  /** Opens the store, as a server of its own would; it is closed with this. */
  public Database open() {
    Database database =
        vendor == Vendor.SQLITE
            ? Database.sqlite(directory.resolve("app.db"), CONNECTIONS, clock)
            : Database.postgresql(url(), CONNECTIONS, clock);
    opened.add(database);
    return database;
  }

  /** Opens the store with the schema of this version. */
  public Database migrated() {
    prepare();
    return open();
  }

  /** Gives the store, which must be new, the schema of this version. */
  public void prepare() {
    if (vendor == Vendor.POSTGRESQL) {
      url = PostgresServer.required().newDatabase(postgresTemplate());
    } else {
      Stores.fill(directory.resolve("app.db"));
    }
  }

  /** Migrating takes longer than most tests do, so that it is done once and copied. */
  private static synchronized String postgresTemplate() {
    if (postgresTemplate.isEmpty()) {
      String created = PostgresServer.required().newDatabase();
      try (Database database = Database.postgresql(created, 2, Clock.systemUTC())) {
        Stores.migrated(database, Path.of("unused"));
      }
      postgresTemplate = created.replaceAll(".*/(\\w+)\\?.*", "$1");
    }
    return postgresTemplate;
  }

  /** Does what an operator with a client of the store could do. */
  public void execute(String... commands) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  /** The same, with triggers and references switched off and on again. */
  public void executeUnguarded(String... commands) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      if (vendor == Vendor.POSTGRESQL) {
        statement.execute("SET session_replication_role = replica");
        for (String command : commands) {
          statement.execute(command);
        }
        return;
      }
      Map<String, String> triggers = new LinkedHashMap<>();
      try (ResultSet rows =
          statement.executeQuery("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")) {
        while (rows.next()) {
          triggers.put(rows.getString(1), rows.getString(2));
        }
      }
      statement.execute("PRAGMA foreign_keys = OFF");
      for (String trigger : triggers.keySet()) {
        statement.execute("DROP TRIGGER " + trigger);
      }
      for (String command : commands) {
        statement.execute(command);
      }
      for (String trigger : triggers.values()) {
        statement.execute(trigger);
      }
    }
  }

  /** The first column of what a question gives, as text. */
  public List<String> query(String question) throws SQLException {
    Connection connection = connection();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      List<String> answers = new ArrayList<>();
      while (rows.next()) {
        answers.add(rows.getString(1));
      }
      return answers;
    } finally {
      if (vendor == Vendor.SQLITE) {
        connection.close();
      }
    }
  }

  /** Signing in to PostgreSQL takes longer than a query, so that its connection is reused. */
  private Connection connection() throws SQLException {
    if (vendor == Vendor.SQLITE) {
      return DriverManager.getConnection(url());
    }
    if (postgres == null || !postgres.isValid(5)) {
      postgres = DriverManager.getConnection(url());
    }
    return postgres;
  }

  /** The columns of all tables, with the type that each was declared with. */
  public Map<String, Map<String, String>> tables() throws SQLException {
    Map<String, Map<String, String>> tables = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection(url())) {
      DatabaseMetaData facts = connection.getMetaData();
      String schema = vendor == Vendor.POSTGRESQL ? "public" : null;
      try (ResultSet rows = facts.getTables(null, schema, "%", new String[] {"TABLE"})) {
        while (rows.next()) {
          tables.put(rows.getString("TABLE_NAME"), new LinkedHashMap<>());
        }
      }
      // One by one: of all at once, SQLite's driver makes a statement longer than SQLite takes.
      for (Map.Entry<String, Map<String, String>> table : tables.entrySet()) {
        String name = table.getKey().replace("_", facts.getSearchStringEscape() + "_");
        try (ResultSet rows = facts.getColumns(null, schema, name, "%")) {
          while (rows.next()) {
            table.getValue().put(rows.getString("COLUMN_NAME"), rows.getString("TYPE_NAME"));
          }
        }
      }
    }
    return tables;
  }

  @Override
  public void close() {
    opened.forEach(Database::close);
    if (postgres != null) {
      try {
        postgres.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
