package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        // .env, INI, TOML, YAML, Java properties, .npmrc, headers
        "A=1~export API_KEY=\"x y\"~ | A=1 API_KEY=x y",
        "[a]~port = 8080~api_key = x # a comment~; b = c~# d = e | port=8080 api_key=x",
        "a:~  port: 80~  api_key: 'it''s'~- token: x | port=80 api_key=it's token=x",
        "'api key' = \"x\"~\"b\": \"y\", | api key=x b=y",
        "a = '''~x'y~'''~b = 1 | a=x'y b=1",
        "A=\"first~second\"~B=2 | A=first~second B=2",
        "//npm.acme.test/:_authToken=x~always-auth=true | _authToken=x always-auth=true",
        "Authorization: Bearer x~X-Api-Key:y | Authorization=Bearer x X-Api-Key=y",
        "key: >~  a~  b~other: 1 | other=1",
        "A=\"x\"y~B=z | A=\"x\"y B=z",
        // Written-out line breaks
        "A=1\\nAPI_KEY=x\\n | A=1 API_KEY=x",
        "A=\\\"1\\\"\\r\\nB=2 | A=1 B=2",
        // Pairs
        "url=https://h.test;api_key=x;timeout=30 | url=https://h.test api_key=x timeout=30",
        "Server=h;Database=d;User Id=me;Password=x; | Server=h Database=d User Id=me Password=x",
        "jdbc:sqlserver://h:1433;user=me;password=x | user=me password=x",
        "a=1;password=x;y!;b=2 | a=1 password=x;y! b=2",
        "a=1;password=\"x;y\";b=2 | a=1 password=x;y b=2",
        "host=h port=5432 user=me password=x | host=h port=5432 user=me password=x",
        "h.test port=5432 password=x | port=5432 password=x",
        "host=h password=$(cat /run/x) port=1 | host=h password=$(cat /run/x) port=1",
        "a.B required username=\"me\" password=\"x\\\"y\"; | username=me password=x\"y",
        "h.test:6380,password=x,ssl=True | password=x ssl=True",
        "h.test:6380,password=x | password=x",
        "user=me&password=x%20y | user=me password=x%20y",
        // .netrc
        "machine h.test~  login me~  password x | password=x",
        "machine a login b password x machine c login d password y | password=x password=y",
        // XML
        "<a><id>x</id><password> y&amp;z </password></a> | id=x password=y&z",
        "<add key=\"ApiKey\" value=\"x\"/> | ApiKey=x",
        "<property name='password'><value>x</value></property> | password=x",
        "<entry key=\"db.password\">x</entry> | db.password=x",
        "<!-- <a>b</a> --><a b=\"1>2\"><![CDATA[<x>]]></a> | b=1>2 a=<x>"
      })
  void named_values_are_read(String text, String expected) {
    String settings =
        SettingsText.in(text.replace('~', '\n')).stream()
            .map(setting -> setting.name() + "=" + setting.value())
            .reduce("", (a, b) -> a.isEmpty() ? b : a + " " + b);

    assertThat(settings).isEqualTo(expected.replace('~', '\n'));
  }

  @Test
  void the_position_is_that_of_the_value_as_written() {
    String text = "A=1\\nPASSWORD=\\\"a b\\\"\\nB=2";
    String markup = "<b>\n x &amp; y</b>";

    Setting password = SettingsText.in(text).get(1);
    Setting element = SettingsText.in(markup).get(0);

    assertThat(text.substring(password.start(), password.end())).startsWith("a b");
    assertThat(markup.substring(element.start(), element.end())).isEqualTo("x &amp; y");
    assertThat(element.value()).isEqualTo("x & y");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=",
        "npx -y @acme/server@1.0.0",
        "https://h.test/mcp?a=1&token=x",
        "https://h.test/mcp?a=1;token=x",
        "C:\\new\\tools",
        "invoice,payment,overdue",
        "postgres://me:x@h.test/db",
        "The token: it is a secret, and a user must not see the password of others",
        "dGhpcyBpcyBub3QgYSBzZXR0aW5nIGF0IGFsbA==",
        "a == b",
        "<your-api-key>",
        "the machine has a password and a login"
      })
  void other_texts_have_no_named_values(String text) {
    assertThat(SettingsText.in(text)).isEmpty();
  }

  @Test
  void sentences_are_not_settings() {
    String text =
        """
        The server needs a key, which the user enters
        Never show the password of a user to other users
        Ask for the user's consent before each call
        password: whatever
        """;

    assertThat(SettingsText.in(text)).isEmpty();
    assertThat(SettingsText.in("password: the words of the user"))
        .extracting(Setting::name)
        .containsExactly("");
  }

  @Test
  void the_number_of_values_and_the_length_are_limited() {
    for (String text : List.of("A=1\n".repeat(5_000), "<a>x</a>".repeat(5_000))) {
      List<Setting> settings = SettingsText.in(text);

      assertThat(settings).hasSize(SettingsText.MAX_SETTINGS + 1);
      Setting rest = settings.get(SettingsText.MAX_SETTINGS);
      assertThat(rest.form()).isEqualTo(Setting.Form.UNREAD);
      assertThat(rest.end()).isEqualTo(text.length());
    }
    assertThat(SettingsText.in("#".repeat(SettingsText.LONGEST) + "\nA=1")).isEmpty();
  }

  @Test
  void a_password_in_options_with_quotes_is_not_a_connection_string() {
    assertThat(SettingsText.in("a.B required username=\"me\" password=\"x\";"))
        .extracting(Setting::form)
        .containsOnly(Setting.Form.SETTING);
    assertThat(SettingsText.in("host=h password=x"))
        .extracting(Setting::form)
        .containsOnly(Setting.Form.CONNECTION);
  }
}
