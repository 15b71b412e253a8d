package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No statement reaches what belongs to a tenant without being told which one. */
class TenantScopeTest {
  private static final Pattern CONDITION =
      Pattern.compile(
          "org_id\\s*=\\s*:org\\b|\\(\\s*org_id\\b[^)]*\\)\\s*VALUES\\s*\\(\\s*:org\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern NAME = Pattern.compile("(?<!:):([A-Za-z]\\w*(?:\\.\\w+)*)");

  /** Statements that serve no tenant, or all of them, each with the reason. */
  private static final Map<String, String> WITHOUT_TENANT =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("AccountStore.insert", "a user may belong to no tenant yet"),
              Map.entry("AccountStore.byId", "whose session it is says the user, not the tenant"),
              Map.entry("AccountStore.byLogin", "who signs in names no tenant"),
              Map.entry("AccountStore.byEmail", "who forgot his password names no tenant"),
              Map.entry("AccountStore.byIdentity", "who comes from elsewhere names no tenant"),
              Map.entry("AccountStore.join", "a user without a tenant gets one"),
              Map.entry("AccountStore.signedIn", "whoever proved himself"),
              Map.entry("AccountStore.setPassword", "whoever proved himself"),
              Map.entry("AgentStore.tenantsWith", "the job that watches over production"),
              Map.entry("ApprovalStore.leftBehind", "the job that settles what was broken off"),
              Map.entry("ApprovalStore.open", "the job that looks at what goes on"),
              Map.entry("ApprovalStore.renew", "who sends a call says that he is at it"),
              Map.entry("RecordStore.wipeEnded", "the job that wipes old answers"),
              Map.entry("ApiKeyStore.byPublicId", "a key says whose it is"),
              Map.entry("AuditStore.chains", "the job that signs all chains"),
              Map.entry("AuditStore.heads", "backups tell of all chains"),
              Map.entry("ClaimStore.tenantsWithEnded", "the job that lets go of old claims"),
              Map.entry("DeliveryStore.countPending", "who watches the instance"),
              Map.entry("DeliveryStore.due", "who tells channels of all tenants"),
              Map.entry("DeliveryStore.giveBack", "what a server left behind, of all tenants"),
              Map.entry("DetectionStore.unjudged", "the job that judges records"),
              Map.entry("DiscoveryTenantStore.toAssess", "the job that assesses risks anew"),
              Map.entry("DiscoveryTenantStore.withAssets", "the job that looks for what is idle"),
              Map.entry("CommunicationStore.stuck", "the job that settles what was broken off"),
              Map.entry("ContainmentStore.due", "the job that lets agents go"),
              Map.entry("EventStore.tenants", "the job that lets go of old events"),
              Map.entry("IntegrationStore.due", "the job that scans"),
              Map.entry("IntegrationStore.tenantOf", "a platform that calls names no tenant"),
              Map.entry("InvitationStore.redeem", "a link says which tenant invites"),
              Map.entry("InvitationStore.redeemFor", "who comes by invitation has no tenant yet"),
              Map.entry("MailStore.countPending", "who watches the instance"),
              Map.entry("MailStore.take", "the job that sends all mail"),
              Map.entry("MailStore.deleteSettled", "the job that forgets what was sent"),
              Map.entry("PolicyStore.newest", "the metrics of the instance"),
              Map.entry("ReplayStore.waiting", "the job that replays"),
              Map.entry("ReportStore.waiting", "the job that makes long reports"),
              Map.entry("RoutingStore.tenants", "the thread that routes all alerts"),
              Map.entry("ScanStore.deleteOld", "the job that forgets old scans"),
              Map.entry("SignInSessionStore.find", "a cookie says whose it is"),
              Map.entry("TelemetryStore.removeOlder", "the job that forgets what was told"),
              Map.entry("TenantStore.countAny", "whether the instance has a tenant at all"),
              Map.entry("TenantStore.all", "the operator's command line"),
              Map.entry("TenantStore.newest", "the metrics of the instance"),
              Map.entry("WorkflowStore.due", "the job that looks for silent workflows"),
              Map.entry("TenantStore.due", "the job that purges")));

  @TempDir private static Path directory;
  private static Set<String> tenantTables;
  private static List<Statement> statements;

  /** One statement of a store. */
  private record Statement(Method method, String sql) {
    String name() {
      return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    boolean touches(Set<String> tables) {
      return tables.stream()
          .anyMatch(table -> Pattern.compile("\\b" + table + "\\b").matcher(sql).find());
    }

    boolean hasTenantFirst() {
      Type[] types = method.getGenericParameterTypes();
      return types.length > 0 && types[0].equals(OrgId.class);
    }

    boolean hasTenantParameter() {
      return Stream.of(method.getGenericParameterTypes())
          .flatMap(
              type ->
                  type instanceof ParameterizedType parameterized
                      ? Stream.of(parameterized.getActualTypeArguments())
                      : Stream.of(type))
          .anyMatch(OrgId.class::equals);
    }
  }

  @BeforeAll
  static void collect() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      tenantTables =
          server
              .database()
              .read(
                  tx ->
                      tx.handle()
                          .createQuery(
                              "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c"
                                  + " WHERE m.type = 'table' AND c.name = 'org_id'")
                          .mapTo(String.class)
                          .set());
    }
    statements = new ArrayList<>();
    for (Class<?> store : stores()) {
      for (Method method : store.getDeclaredMethods()) {
        String sql = sql(method);
        if (!sql.isEmpty()) {
          statements.add(new Statement(method, sql));
        }
      }
    }
  }

  private static List<Class<?>> stores() throws Exception {
    Path root = Path.of(Server.class.getResource("/").toURI()).resolveSibling("classes");
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(one -> one.toString().endsWith("Store.class")).toList()) {
        String name = root.relativize(file).toString().replace(".class", "");
        Class<?> type = Class.forName(name.replace(File.separatorChar, '.'));
        if (type.isInterface()) {
          found.add(type);
        }
      }
    }
    return found;
  }

  private static String sql(Method method) {
    if (method.isAnnotationPresent(SqlQuery.class)) {
      return method.getAnnotation(SqlQuery.class).value();
    }
    if (method.isAnnotationPresent(SqlUpdate.class)) {
      return method.getAnnotation(SqlUpdate.class).value();
    }
    return method.isAnnotationPresent(SqlBatch.class)
        ? method.getAnnotation(SqlBatch.class).value()
        : "";
  }

  @Test
  void there_are_statements_and_tables_to_check() {
    assertThat(tenantTables).contains("account", "audit_entry", "api_key", "org");
    assertThat(statements).hasSizeGreaterThan(40);
  }

  @Test
  void every_statement_on_tenant_data_takes_the_tenant_first() {
    List<String> astray =
        statements.stream()
            .filter(statement -> statement.touches(tenantTables))
            .filter(statement -> !WITHOUT_TENANT.containsKey(statement.name()))
            .filter(statement -> !statement.hasTenantFirst())
            .map(statement -> statement.name() + " does not take OrgId first: " + statement.sql())
            .toList();

    assertThat(astray).isEmpty();
  }

  @Test
  void who_is_told_the_tenant_asks_for_it() {
    List<String> astray =
        statements.stream()
            .filter(Statement::hasTenantParameter)
            .filter(statement -> !WITHOUT_TENANT.containsKey(statement.name()))
            .filter(statement -> !CONDITION.matcher(statement.sql()).find())
            .map(statement -> statement.name() + " does not ask for org_id: " + statement.sql())
            .toList();

    assertThat(astray).isEmpty();
  }

  /** A misspelled name would fail when the statement runs. */
  @Test
  void every_name_in_a_statement_that_binds_records_has_a_value() {
    List<String> unknown = new ArrayList<>();
    int checked = 0;
    for (Statement statement : statements) {
      List<Parameter> parameters = List.of(statement.method().getParameters());
      if (parameters.stream().noneMatch(one -> one.isAnnotationPresent(BindRecord.class))) {
        continue;
      }
      checked++;
      Matcher name = NAME.matcher(statement.sql());
      while (name.find()) {
        if (parameters.stream().noneMatch(parameter -> provides(parameter, name.group(1)))) {
          unknown.add(statement.name() + ": " + name.group(1));
        }
      }
    }

    assertThat(checked).isGreaterThan(30);
    assertThat(unknown).isEmpty();
  }

  private static boolean provides(Parameter parameter, String name) {
    BindRecord record = parameter.getAnnotation(BindRecord.class);
    if (record == null) {
      return parameter.getName().equals(name);
    }
    String prefix = record.value().isEmpty() ? "" : record.value() + ".";
    if (!name.startsWith(prefix)) {
      return false;
    }
    Class<?> type =
        parameter.getParameterizedType() instanceof ParameterizedType list
            ? (Class<?>) list.getActualTypeArguments()[0]
            : parameter.getType();
    for (String part : name.substring(prefix.length()).split("\\.", -1)) {
      Optional<Method> accessor =
          Stream.of(type.getDeclaredMethods())
              .filter(method -> method.getName().equals(part) && method.getParameterCount() == 0)
              .findFirst();
      if (accessor.isEmpty()) {
        return false;
      }
      type = accessor.get().getReturnType();
    }
    return true;
  }

  @Test
  void every_exception_is_still_there() {
    assertThat(statements).extracting(Statement::name).containsAll(WITHOUT_TENANT.keySet());
  }
}
