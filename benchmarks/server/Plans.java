package server;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/**
 * How SQLite finds the rows of each statement that lists something. The statements are those in the
 * jar, so that none is forgotten or has become another.
 */
final class Plans {
  private static final Pattern STORE = Pattern.compile("io/svc/server/\\w+/\\w+Store\\.class");
  private static final Pattern TEMPLATE = Pattern.compile("<(\\w+)>");
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

  /**
   * The same for the statements that are put together for each request: those that a page of
   * findings, or of servers, runs for some conditions. The classes are the server's own.
   */
  static Map<String, String> ofConditions(Path data, String org)
      throws ReflectiveOperationException {
    Map<String, String> plans = new TreeMap<>();
    try (Database database = Database.sqlite(data.resolve("app.db"), 2, Clock.systemUTC())) {
      Field readers = Database.class.getDeclaredField("readers");
      readers.setAccessible(true);
      Class<?> type = Class.forName("io.svc.server.mcp.FindingCondition");
      Map<String, Consumer<Object>> conditions = new TreeMap<>();
      conditions.put("no condition", condition -> {});
      conditions.put(
          "status and severity",
          condition -> {
            call(condition, "in", "status", List.of("open", "new"));
            call(condition, "in", "severity", List.of("high"));
          });
      conditions.put("q", condition -> call(condition, "contains", "zebra"));
      conditions.put("q too short", condition -> call(condition, "contains", "z"));
      for (String list : List.of("McpFindings", "McpInventory")) {
        for (Map.Entry<String, Consumer<Object>> entry : conditions.entrySet()) {
          if (list.equals("McpInventory") && entry.getKey().equals("status and severity")) {
            continue;
          }
          Constructor<?> constructor = type.getDeclaredConstructor(OrgId.class);
          constructor.setAccessible(true);
          Object condition = constructor.newInstance(new OrgId(org));
          entry.getValue().accept(condition);
          Constructor<?> lists =
              Class.forName("io.svc.server.mcp." + list).getDeclaredConstructor(Database.class);
          lists.setAccessible(true);
          Object source = lists.newInstance(database);
          int[] number = {0};
          ((Jdbi) readers.get(database))
              .setSqlLogger(
                  new SqlLogger() {
                    @Override
                    public void logBeforeExecution(StatementContext context) {
                      plans.put(
                          list + ", " + entry.getKey() + ", statement " + ++number[0],
                          explained(context));
                    }
                  });
          Object last = list.equals("McpFindings") ? Optional.of(token(500)) : (Object) 0;
          call(source, "page", condition, new OrgId(org), 50, last);
        }
      }
    }
    return plans;
  }

  private static String explained(StatementContext context) {
    String sql = "EXPLAIN QUERY PLAN " + context.getParsedSql().getSql();
    try (Statement statement = context.getConnection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      StringJoiner steps = new StringJoiner("; ");
      while (rows.next()) {
        steps.add(rows.getString("detail"));
      }
      return steps.toString();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The token of a page behind a number. */
  static String token(long seq) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(("findings:" + seq).getBytes(StandardCharsets.US_ASCII));
  }

  private static void call(Object target, String name, Object... arguments) {
    for (Method method : target.getClass().getDeclaredMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        try {
          method.setAccessible(true);
          method.invoke(target, arguments);
          return;
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new IllegalStateException("no method " + name + " of " + target.getClass());
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
          // What is put in as text is a list of values, or an expression over the row.
          Matcher text = TEMPLATE.matcher(sql);
          while (text.find()) {
            query.define(text.group(1), "'x'");
          }
          List<String> steps = query.map((row, ctx) -> row.getString("detail")).list();
          return String.join("; ", steps);
        });
  }
}
