package detection;

import static detection.Kind.Form.BASIC;
import static detection.Kind.Form.CONNECTION;
import static detection.Kind.Form.ENCODED;
import static detection.Kind.Form.PASSWORD;
import static detection.Kind.Form.TOKEN;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Credentials of nobody's format: random words, passwords, connection strings, encodings. */
final class OtherSecrets {
  private static final List<String> NAMES =
      List.of(
          "API_KEY",
          "APIKEY",
          "SECRET_KEY",
          "ACCESS_TOKEN",
          "AUTH_TOKEN",
          "CLIENT_SECRET",
          "SIGNING_KEY",
          "ENCRYPTION_KEY",
          "JWT_SECRET",
          "SESSION_SECRET",
          "WEBHOOK_SECRET",
          "NORTHPINE_API_KEY",
          "CRM_SECRET",
          "INVENTORY_TOKEN",
          "PERSONAL_ACCESS_TOKEN",
          "BOT_TOKEN",
          "REFRESH_TOKEN",
          "BEARER_TOKEN",
          "SERVICE_CREDENTIAL",
          "MASTER_KEY");

  private static final List<String> PASSWORD_NAMES =
      List.of(
          "PASSWORD",
          "DB_PASSWORD",
          "PGPASSWORD",
          "MYSQL_PASS",
          "SMTP_PASSWORD",
          "REDIS_PASSWORD",
          "ADMIN_PASSWORD",
          "ODOO_PASSWORD",
          "LDAP_BIND_PASSWORD",
          "IMAP_PASS",
          "MYSQL_PWD",
          "KEYSTORE_PASSPHRASE",
          "NEO4J_PASSWORD",
          "WP_APP_PASSWORD",
          "SSH_PASSPHRASE",
          "JIRA_PASSWD");

  private static final List<String> WORDS =
      List.of(
          "kestrel", "harbor", "Lisbon", "copper", "Walnut", "thunder", "Giraffe", "velvet",
          "Montana", "pepper", "Orchid", "tiger", "Bremen", "saffron", "Falcon", "willow");

  /** Each with {@code P} for the password, percent-encoded where {@code %P}. */
  private static final String CONNECTIONS =
      """
      postgres DATABASE_URL postgres://app:%P@db-3.prod.internal:5432/orders
      postgresql DATABASE_URI postgresql://reader:%P@10.20.4.7/warehouse?sslmode=require
      postgres-async SQLALCHEMY_DATABASE_URI postgresql+asyncpg://svc:%P@db.corp.internal/app
      neon DATABASE_URL postgresql://owner:npg_{b12}@ep-cool-frost-a1b2c3.eu-central-1.aws.neon.tech/main
      supabase-db POSTGRES_URL postgresql://postgres.{w20}:%P@aws-0-eu-west-1.pooler.supabase.com:6543/postgres
      mysql MYSQL_URL mysql://root:%P@mysql.corp.internal:3306/shop
      mysql-driver DB_URL mysql+pymysql://shop:%P@mysql.corp.internal/shop
      mariadb DATABASE_URL mariadb://app:%P@maria.corp.internal/app
      mongodb MONGODB_URI mongodb://app:%P@mongo-1.corp.internal:27017/app?authSource=admin
      mongodb-srv MDB_MCP_CONNECTION_STRING mongodb+srv://app:%P@cluster0.x4k2m.mongodb.net/app
      redis REDIS_URL redis://:%P@cache.corp.internal:6379/0
      redis-user REDIS_URL redis://default:%P@cache.corp.internal:6379
      rediss REDIS_URI rediss://default:%P@eu1-sure-cat-40123.upstash.io:6379
      amqp AMQP_URL amqp://worker:%P@rabbit.corp.internal:5672/jobs
      amqps CLOUDAMQP_URL amqps://worker:%P@stingray.rmq.cloudamqp.com/worker
      clickhouse CLICKHOUSE_URL clickhouse://reader:%P@ch.corp.internal:9440/events
      neo4j NEO4J_URI neo4j+s://neo4j:%P@8f2c1d.databases.neo4j.io
      bolt NEO4J_URL bolt://neo4j:%P@graph.corp.internal:7687
      smtp SMTP_URL smtp://mailer:%P@smtp.corp.internal:587
      smtps MAIL_DSN smtps://mailer:%P@smtp.corp.internal:465
      mssql MSSQL_URL mssql://sa:%P@sql.corp.internal:1433/erp
      sqlserver DATABASE_URL sqlserver://sql.corp.internal:1433;database=erp;user=sa;password=P;encrypt=true
      snowflake SNOWFLAKE_URL snowflake://loader:%P@xy12345.eu-central-1/raw/public
      cockroach DATABASE_URL cockroachdb://app:%P@free-tier.gcp-us.cockroachlabs.cloud:26257/bank
      couchdb COUCHDB_URL http://admin:%P@localhost:5984
      elastic ELASTICSEARCH_URL https://elastic:%P@es.corp.internal:9200
      nats NATS_URL nats://svc:%P@nats.corp.internal:4222
      ftp EXPORT_TARGET sftp://export:%P@files.corp.internal/out
      git-remote REPOSITORY_URL https://oauth2:%P@git.corp.internal/team/wiki.git
      oracle ORACLE_URL oracle://scott:%P@ora.corp.internal:1521/?service_name=erp
      cassandra CASSANDRA_URL cassandra://app:%P@cass.corp.internal/keyspace
      jdbc-query JDBC_URL jdbc:postgresql://db.corp.internal:5432/app?user=app&password=%P
      jdbc-mysql JDBC_DATABASE_URL jdbc:mysql://db.corp.internal/app?user=app&password=%P&useSSL=true
      jdbc-sqlserver SPRING_DATASOURCE_URL jdbc:sqlserver://sql.corp.internal:1433;databaseName=erp;user=sa;password=P
      jdbc-oracle ORACLE_JDBC_URL jdbc:oracle:thin:scott/P@//ora.corp.internal:1521/erp
      jdbc-userinfo JDBC_URL jdbc:mysql://app:%P@db.corp.internal/app
      ado-net CONNECTION_STRING Server=sql.corp.internal,1433;Database=erp;User_Id=sa;Password=P;Encrypt=True
      ado-net-pwd SQL_CONNECTION_STRING Data_Source=sql.corp.internal;Initial_Catalog=erp;UID=sa;PWD=P
      npgsql ConnectionStrings__Default Host=db.corp.internal;Port=5432;Username=app;Password=P;Database=app
      odbc ODBC_CONNECTION_STRING Driver={ODBC_Driver_18_for_SQL_Server};Server=sql.corp.internal;Uid=sa;Pwd=P;
      libpq PG_CONNECTION host=db.corp.internal_port=5432_dbname=app_user=app_password=P_sslmode=require
      go-mysql MYSQL_DSN app:P@tcp(db.corp.internal:3306)/app?parseTime=true
      redis-net REDIS_CONNECTION cache.corp.internal:6380,password=P,ssl=True,abortConnect=False
      """;

  private final List<Kind> kinds = new ArrayList<>();

  private OtherSecrets() {}

  static List<Kind> all() {
    OtherSecrets secrets = new OtherSecrets();
    secrets.byName();
    secrets.passwords();
    secrets.connections();
    secrets.basic();
    secrets.azure();
    secrets.encoded();
    return secrets.kinds;
  }

  private void byName() {
    String[] templates = {
      "{b32}",
      "{b40}",
      "{h32}",
      "{h40}",
      "{h64}",
      "{uuid}",
      "{u43}",
      "{B43}=",
      "{l24}",
      "{b20}",
      "np_live_{b32}",
      "{b24}.{b24}",
      "tok_{l26}",
      "{U32}",
      "{B64}",
      "{h48}"
    };
    for (int i = 0; i < NAMES.size(); i++) {
      for (int j = 0; j < 2; j++) {
        String template = templates[(2 * i + j) % templates.length];
        String id = NAMES.get(i).toLowerCase(Locale.ROOT) + " " + template;
        add("random, by name", id, NAMES.get(i), TOKEN, false, draw -> draw.fill(template));
      }
    }
  }

  private void passwords() {
    for (int i = 0; i < PASSWORD_NAMES.size(); i++) {
      String name = PASSWORD_NAMES.get(i);
      int style = i % 4;
      add(
          "password",
          name.toLowerCase(Locale.ROOT),
          name,
          PASSWORD,
          false,
          draw -> password(draw, style));
    }
  }

  /** As people make them up; without quotes, so that a shell line stays one. */
  static String password(Draw draw, int style) {
    String word = draw.pick(WORDS);
    String other = draw.pick(WORDS);
    return switch (style) {
      case 0 -> word + draw.between(1960, 2026) + draw.pick("!", "#", "", "*");
      case 1 -> word + draw.pick("-", "_", ".") + other + draw.between(2, 99);
      case 2 -> word.replace('e', '3').replace('a', '@') + draw.fill("{d2}") + draw.pick("!", "+");
      default -> draw.fill("{a4}{d3}") + draw.pick("_", "!", "#", "-") + draw.fill("{b5}");
    };
  }

  private void connections() {
    for (String line : CONNECTIONS.strip().split("\n", -1)) {
      String[] columns = line.split(" ", -1);
      boolean isSpaced = !columns[2].contains("://");
      String template = isSpaced ? spaced(columns[2]) : columns[2];
      for (String style : List.of("strong", "human")) {
        add(
            "connection string",
            columns[0] + " " + style,
            columns[1],
            CONNECTION,
            true,
            draw -> connection(draw, template, style.equals("human")));
      }
    }
  }

  /** In the table an underscore stands for a blank, unless it is the variable's. */
  private static String spaced(String template) {
    return template.replace('_', ' ');
  }

  private static String connection(Draw draw, String template, boolean isHuman) {
    String password = isHuman ? password(draw, draw.below(4)) : draw.fill("{b20}");
    String plain = password.replace('#', '-').replace('@', '4');
    return draw.fill(template)
        .replace("%P", Draw.percent(password))
        .replaceAll("(?<=[=:/])P(?=[;, @]|$)", plain);
  }

  private void basic() {
    add(
        "Basic",
        "basic password",
        "AUTHORIZATION",
        BASIC,
        true,
        draw -> basic(draw, password(draw, 1)));
    add(
        "Basic",
        "basic token",
        "AUTHORIZATION",
        BASIC,
        true,
        draw -> basic(draw, draw.fill("{b32}")));
    add(
        "Basic",
        "basic mail",
        "AUTHORIZATION",
        BASIC,
        true,
        draw -> Draw.base64("ana.costa@northpine.io:" + draw.fill("{u24}")));
    add(
        "Basic",
        "basic key alone",
        "AUTHORIZATION",
        BASIC,
        true,
        draw -> Draw.base64(draw.fill("{h32}:")));
  }

  private static String basic(Draw draw, String password) {
    return Draw.base64(draw.pick("ana", "svc-mcp", "admin", "reporting") + ":" + password);
  }

  private void azure() {
    azure(
        "azure-storage",
        "AZURE_STORAGE_CONNECTION_STRING",
        draw ->
            "DefaultEndpointsProtocol=https;AccountName=northpine;AccountKey="
                + Draw.base64(draw.bytes(64))
                + ";EndpointSuffix=core.windows.net");
    azure(
        "service-bus",
        "SERVICEBUS_CONNECTION_STRING",
        draw ->
            "Endpoint=sb://northpine.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey="
                + Draw.base64(draw.bytes(32)));
    azure(
        "app-configuration",
        "APPCONFIG_CONNECTION_STRING",
        draw ->
            "Endpoint=https://northpine.azconfig.io;Id="
                + draw.fill("{b4}-l0-s0:{b20}")
                + ";Secret="
                + Draw.base64(draw.bytes(32)));
    azure(
        "cosmos",
        "COSMOS_CONNECTION_STRING",
        draw ->
            "AccountEndpoint=https://northpine.documents.azure.com:443/;AccountKey="
                + Draw.base64(draw.bytes(64))
                + ";");
  }

  private void azure(String id, String name, Function<Draw, String> maker) {
    add("connection string", id, name, CONNECTION, true, maker);
  }

  /** Known formats, hidden behind one layer of a common encoding. */
  private void encoded() {
    List<Kind> known =
        List.of(
            new Kind("", "ghp", "", TOKEN, true, draw -> githubToken(draw)),
            new Kind("", "sk-ant", "", TOKEN, true, draw -> draw.fill("sk-ant-api03-{u93}AA")),
            new Kind("", "xoxb", "", TOKEN, true, draw -> draw.fill("xoxb-{d12}-{d13}-{b24}")),
            new Kind("", "sbp", "", TOKEN, true, draw -> draw.fill("sbp_{h40}")),
            new Kind("", "sg", "", TOKEN, true, draw -> draw.fill("SG.{u22}.{u43}")),
            new Kind("", "glpat", "", TOKEN, true, draw -> draw.fill("glpat-{u20}")),
            new Kind(
                "",
                "postgres",
                "",
                TOKEN,
                true,
                draw -> draw.fill("postgres://app:{b18}@db-3.prod.internal:5432/orders")));
    for (Kind kind : known) {
      encoded("base64", kind, draw -> Draw.base64(kind.make(draw)));
      encoded("hex", kind, draw -> Draw.hex(kind.make(draw)));
      encoded("percent", kind, draw -> percentEverything(kind.make(draw)));
    }
  }

  private void encoded(String encoding, Kind kind, Function<Draw, String> maker) {
    add("encoded once", encoding + " " + kind.id(), "STARTUP_CONFIG", ENCODED, true, maker);
  }

  /** As some tools do: every character, safe or not. */
  private static String percentEverything(String text) {
    StringBuilder encoded = new StringBuilder();
    String hex = Draw.hex(text);
    for (int i = 0; i < hex.length(); i += 2) {
      encoded.append('%').append(hex, i, i + 2);
    }
    return encoded.toString();
  }

  private static String githubToken(Draw draw) {
    String body = draw.fill("{b30}");
    return "ghp_" + body + Draw.base62(Draw.crc(body), 6);
  }

  private void add(
      String family,
      String id,
      String name,
      Kind.Form form,
      boolean isSelfEvident,
      Function<Draw, String> maker) {
    kinds.add(new Kind(family, id, name, form, isSelfEvident, maker));
  }
}
