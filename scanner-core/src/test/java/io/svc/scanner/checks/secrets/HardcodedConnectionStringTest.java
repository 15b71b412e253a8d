package io.svc.scanner.checks.secrets;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords within addresses and lists of settings. */
class HardcodedConnectionStringTest {
  private final HardcodedSecretDetector detector = new HardcodedSecretDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres",
        "postgresql",
        "postgresql+asyncpg",
        "mysql",
        "mysql2",
        "mariadb",
        "mongodb",
        "mongodb+srv",
        "redis",
        "rediss",
        "amqp",
        "amqps",
        "mssql",
        "sqlserver",
        "clickhouse",
        "neo4j",
        "neo4j+s",
        "bolt",
        "cockroachdb",
        "oracle",
        "snowflake",
        "ldap",
        "ldaps",
        "smtp",
        "smtps",
        "ftp",
        "sftp",
        "ssh",
        "nats",
        "couchdb",
        "cassandra",
        "jdbc:postgresql",
        "http",
        "https",
        "socks5"
      })
  void a_password_in_a_connection_string_of_any_scheme_is_seen(String scheme) {
    String text = scheme + "://me:" + filled("{{base62:14}}") + "@db.acme.test:1234/main";

    assertThat(TestConfigs.severities(detector, TestConfigs.env("SERVICE_URL", text)))
        .containsExactly(HIGH);
    assertThat(TestConfigs.severities(detector, TestConfigs.words("x", "--dsn", text)))
        .containsExactly(HIGH);
    assertThat(TestConfigs.severities(detector, TestConfigs.words("npx", "-y", "acme", text)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Server=db.acme.test;Database=main;User Id=me;Password=PW;",
        "Driver={ODBC Driver 18};Server=db.acme.test;Uid=me;Pwd=PW",
        "host=db.acme.test port=5432 user=me password=PW dbname=main",
        "jdbc:sqlserver://db.acme.test:1433;databaseName=main;user=me;password=PW;encrypt=true",
        "jdbc:mysql://db.acme.test/main?user=me&password=PW",
        "postgresql://db.acme.test/main?user=me&password=PW",
        "redis://:PW@cache.acme.test:6379/0",
        "postgres://me:PW@/main?host=/var/run/postgresql",
        "https://me:PW@db.acme.test/path@home"
      })
  void a_password_in_a_text_of_settings_is_seen_once(String template) {
    String text = template.replace("PW", filled("{{base62:14}}"));

    assertThat(TestConfigs.severities(detector, TestConfigs.env("CONNECTION_STRING", text)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://postgres:postgres@localhost:5432/db",
        "postgres://postgres:postgres@127.0.0.1/db",
        "mysql://root:root@db/main"
      })
  void a_well_known_password_is_less_severe(String text) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env("DATABASE_URL", text)))
        .containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://me:${PASSWORD}@db/main",
        "postgres://me:$PASSWORD@db/main",
        "postgres://me:%PASSWORD%@db/main",
        "postgres://postgres:[YOUR-PASSWORD]@db.acme.test:5432/postgres",
        "mongodb+srv://<user>:<password>@cluster0.acme.test",
        "mongodb+srv://<db_username>:<db_password>@cluster0.acme.test",
        "mysql://user:password@host/db",
        "postgresql://user:your_password@localhost/db",
        "postgres://me@db/main",
        "redis://cache:6379",
        "https://x.test/mcp?apiKey=${API_KEY}",
        "https://x.test/mcp?api_key=YOUR_API_KEY",
        "https://x.test/mcp?token=<token>",
        "https://x.test/mcp?token=%TOKEN%",
        "https://${input:name}.azurewebsites.net/runtime/webhooks/mcp/sse",
        "Server=db;User Id=me;Password=${PASSWORD};",
        "Server=db;User Id=me;Password=<password>;",
        "Server=db;Trusted_Connection=True;"
      })
  void a_connection_string_without_a_literal_password_is_none(String text) {
    assertNone(TestConfigs.env("DATABASE_URL", text));
    assertNone(TestConfigs.words("x", text));
    assertNone(TestConfigs.words("x", "--connection-string", text));
  }

  private void assertNone(DetectionSubject subject) {
    assertThat(detector.detect(subject)).isEmpty();
  }

  private static String filled(String template) {
    return SampleTemplate.fill(template, new Random(5));
  }
}
