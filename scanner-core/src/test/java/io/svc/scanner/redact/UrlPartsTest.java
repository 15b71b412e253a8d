package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.redact.UrlParts.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlPartsTest {
  @Test
  void takes_a_url_apart() {
    assertThat(UrlParts.in("HTTPS://me:pw@Example.com:8443/mcp?token=abc&x=1#top"))
        .containsExactly(
            new UrlParts(
                "https",
                "me",
                "pw",
                "example.com:8443",
                List.of(new Parameter("token", "abc"), new Parameter("x", "1"))));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://me:p@ss:w/rd@h/db, p@ss:w/rd",
    "postgres://me:p@ss@h/db, p@ss",
    "postgresql+asyncpg://me:pw@h/db, pw",
    "redis://:pw@h:6379, pw",
    "mongodb+srv://me:pw@cluster0.h.test/?retryWrites=true, pw",
    "mysql://me@h/db, ''",
    "https://h/me:pw@x, ''",
    "https://h/?next=me:pw@x, ''"
  })
  void finds_the_password(String text, String password) {
    assertThat(UrlParts.in(text)).extracting(UrlParts::password).containsExactly(password);
  }

  @Test
  void finds_every_url_in_a_text() {
    assertThat(UrlParts.in("first http://a.test/ and \"ws://b.test\", 'amqp://u:p@c.test'"))
        .extracting(UrlParts::host)
        .containsExactly("a.test", "b.test", "c.test");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "://x", "no url", "a:b@c", "e:/Projects", "http:/x"})
  void finds_none_in_other_text(String text) {
    assertThat(UrlParts.in(text)).isEmpty();
  }

  @Test
  void reads_what_java_net_uri_rejects() {
    assertThat(UrlParts.in("https://${input:name}.azurewebsites.net/?code=${input:code}"))
        .containsExactly(
            new UrlParts(
                "https",
                "",
                "",
                "${input:name}.azurewebsites.net",
                List.of(new Parameter("code", "${input:code}"))));
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080/x, true",
    "http://127.0.0.1/, true",
    "http://[::1]:3000/, true",
    "http://10.0.0.2/, false",
    "http://localhost.evil.test/, false"
  })
  void knows_this_machine(String url, boolean isLocal) {
    assertThat(UrlParts.in(url).get(0).isLocal()).isEqualTo(isLocal);
  }

  @Test
  void a_text_of_nothing_but_marks_is_read_in_no_time() {
    assertThat(UrlParts.in("a://".repeat(50_000))).isNotEmpty();
    assertThat(UrlParts.in("://".repeat(50_000))).isEmpty();
  }
}
