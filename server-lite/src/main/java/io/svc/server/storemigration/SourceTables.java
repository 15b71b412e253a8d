package io.svc.server.storemigration;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** The content tables and the search index tables of an SQLite store. */
final class SourceTables {
  private static final String TABLES =
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND name NOT LIKE 'sqlite#_%' ESCAPE '#' ORDER BY name
      """;

  private SourceTables() {}

  static List<String> content(Handle handle) {
    return handle.createQuery(TABLES).mapTo(String.class).stream()
        .filter(table -> !MoveTarget.INTERNAL_TABLES.contains(table) && !isSearchIndex(table))
        .toList();
  }

  /** PostgreSQL has indexes for these, which are filled automatically. */
  private static boolean isSearchIndex(String table) {
    return table.equals("search_stretch")
        || table.contains("_trigram")
        || table.endsWith("_number");
  }

  static long rows(Handle handle, String table) {
    return handle
        .createQuery("SELECT count(*) FROM " + StoreTable.quoted(table))
        .mapTo(Long.class)
        .one();
  }

  /** Rejects a source whose tables or columns differ from the target. */
  static void compare(Handle handle, List<StoreTable> target) {
    Set<String> sourceTables = new TreeSet<>(content(handle));
    Set<String> targetTables = target.stream().map(StoreTable::name).collect(Collectors.toSet());
    if (!sourceTables.equals(targetTables)) {
      throw new IllegalStateException(
          "the stores have different tables: " + sourceTables + ", " + targetTables);
    }
    for (StoreTable table : target) {
      List<String> columns =
          new ArrayList<>(
              handle
                  .select("SELECT name FROM pragma_table_info(?)", table.name())
                  .mapTo(String.class)
                  .list());
      columns.removeAll(table.columns().stream().map(StoreTable.Column::name).toList());
      if (!columns.isEmpty()) {
        throw new IllegalStateException(table.name() + " has different columns: " + columns);
      }
    }
  }
}
