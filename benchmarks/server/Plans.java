package server;

import io.svc.server.db.Database;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/**
 * How SQLite finds the rows of each statement that lists something. The statements are those in the
 * jar, so that none is forgotten or has become another.
 */
final class Plans {
  private static final Pattern STORE = Pattern.compile("io/svc/server/\\w+/\\w+Store\\.class");
  private static final Pattern PARAMETER = Pattern.compile(":(\\w+)");

  private Plans() {}

  static Map<String, String> of(Path jar, Path data, String org)
      throws IOException, ReflectiveOperationException {
    Map<String, String> plans = new TreeMap<>();
    try (JarFile file = new JarFile(jar.toFile());
        Database database = Database.sqlite(data.resolve("app.db"), 2, Clock.systemUTC())) {
      List<String> names =
          file.stream()
              .map(entry -> entry.getName())
              .filter(name -> STORE.matcher(name).matches())
              .map(name -> name.replace(".class", "").replace('/', '.'))
              .toList();
      for (String name : names) {
        for (Method method : Class.forName(name).getDeclaredMethods()) {
          SqlQuery query = method.getAnnotation(SqlQuery.class);
          if (query != null && isListing(query.value())) {
            String feature = name.replaceFirst(".*\\.(\\w+)$", "$1");
            plans.put(feature + "." + method.getName(), plan(database, query.value(), org));
          }
        }
      }
    }
    return plans;
  }

  private static boolean isListing(String sql) {
    return sql.strip().startsWith("SELECT") && sql.contains("ORDER BY");
  }

  private static String plan(Database database, String sql, String org) {
    return database.read(
        tx -> {
          Query query = tx.handle().createQuery("EXPLAIN QUERY PLAN " + sql);
          Matcher parameter = PARAMETER.matcher(sql);
          while (parameter.find()) {
            if (parameter.group(1).equals("org")) {
              query.bind("org", org);
            } else {
              query.bind(parameter.group(1), 1);
            }
          }
          List<String> steps = query.map((row, ctx) -> row.getString("detail")).list();
          return String.join("; ", steps);
        });
  }
}
