package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionStringsTest {
  private static final String PASSWORD = TestSecrets.of("{{base62:14}}");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "me:PW@tcp(db.acme.test:3306)/main?parseTime=true",
        "me:PW@tcp6([fe80::1]:3306)/main",
        "me:PW@unix(/run/mysqld/mysqld.sock)/main",
        "me:PW@cloudsql(acme:eu:main)/main",
        "jdbc:oracle:thin:me/PW@//db.acme.test:1521/main",
        "jdbc:oracle:thin:me/PW@db.acme.test:1521:main",
        "jdbc:oracle:oci:me/PW@main",
        "me/PW@//db.acme.test:1521/main"
      })
  void a_password_in_a_connection_string_is_found(String text) {
    assertThat(ConnectionStrings.passwordsIn(text.replace("PW", PASSWORD)))
        .containsExactly(PASSWORD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "me@tcp(db.acme.test:3306)/main",
        "me:${DB_PASSWORD}@tcp(db.acme.test:3306)/main",
        "me:password@tcp(db.acme.test:3306)/main",
        "me:your-password@tcp(localhost:3306)/db",
        "mail me:soon@work (or call)",
        "jdbc:oracle:thin:@//db.acme.test:1521/main",
        "jdbc:oracle:thin:/@main",
        "jdbc:oracle:thin:me/${PW}@//db.acme.test:1521/main",
        "jdbc:oracle:thin:user/password@//host:1521/service",
        "@acme/server-files@1.2.3",
        "acme/server@sha256:0f3a",
        "git@github.com:acme/server.git",
        "=",
        "@tcp()"
      })
  void a_text_without_one_has_none(String text) {
    assertThat(ConnectionStrings.passwordsIn(text)).isEmpty();
  }
}
