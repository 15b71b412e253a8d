package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.FileKind;
import io.svc.scanner.client.McpClients;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTreeTest {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private static List<String> values(String path, String text) {
    return TestConfigs.read(path, text).entries().get(0).env().stream()
        .map(variable -> variable.name() + "=" + variable.text())
        .toList();
  }

  private static List<String> values(String text) {
    return values(".env", text);
  }

  @Test
  void assignments_are_read_in_every_common_notation() {
    assertThat(
            values(
                """
                # comment
                PLAIN=value
                  SPACED = value with blanks \t
                export EXPORTED=value
                exported_too=1
                EMPTY=
                COLON: value
                with.dots-and-dashes=value
                HASH=a#b # comment
                ONLY_COMMENT= # comment
                PASSED_ON
                export PASSED_ON_TOO
                URL=https://a.example/?x=1&y=2
                REFERENCE=${OTHER}/x
                WITH_QUOTES=it's "fine"
                """))
        .containsExactly(
            "PLAIN=value",
            "SPACED=value with blanks",
            "EXPORTED=value",
            "exported_too=1",
            "EMPTY=",
            "COLON=value",
            "with.dots-and-dashes=value",
            "HASH=a#b",
            "ONLY_COMMENT=",
            "URL=https://a.example/?x=1&y=2",
            "REFERENCE=${OTHER}/x",
            "WITH_QUOTES=it's \"fine\"");
  }

  @Test
  void quoted_values_keep_comments_blanks_and_lines() {
    assertThat(
            values(
                """
                SINGLE='a # b\\n'
                DOUBLE="a # b" # comment
                BACKTICK=`it's "x"`
                ESCAPED="a\\nb\\t\\"c\\" \\$d \\\\ \\x"
                LINES="first
                second # no comment
                third"
                JOINED='a'"b"
                AFTER=x
                """))
        .containsExactly(
            "SINGLE=a # b\\n",
            "DOUBLE=a # b",
            "BACKTICK=it's \"x\"",
            "ESCAPED=a\nb\t\"c\" $d \\ \\x",
            "LINES=first\nsecond # no comment\nthird",
            "JOINED=a\"b\"",
            "AFTER=x");
  }

  @Test
  void an_open_quote_ends_with_its_line() {
    assertThat(values("A='open\nB=\"\\\"\nC=c\n")).containsExactly("A='open", "B=\"\\\"", "C=c");
  }

  @Test
  void locations_are_those_of_the_values_for_every_line_end() {
    for (String lineEnd : List.of("\n", "\r\n", "\r")) {
      String text = String.join(lineEnd, "A=1", "", "B=\"x", "y\"", "export C = '3'", "D=4");

      McpConfig config = TestConfigs.read(".env", BYTE_ORDER_MARK + text);

      assertThat(TestConfigs.locations(config))
          .as(lineEnd.replace("\n", "LF").replace("\r", "CR"))
          .containsExactly(" 1:1", "/A 1:3", "/B 3:3", "/C 5:12", "/D 6:3");
    }
  }

  @Test
  void other_lines_are_values_without_a_name_and_noted() {
    McpConfig config =
        TestConfigs.read(".env", "A=1\nnot an assignment\n//r.example/:_auth=x\n!\n");

    assertThat(config.notes())
        .containsExactly(
            "2 lines are not in the notation of the file and searched only for secrets");
    assertThat(TestConfigs.locations(config))
        .contains("/(other lines)/0 2:1", "/~1~1r.example~1:_auth 3:20", "/(other lines)/1 4:1");
  }

  @Test
  void comments_are_values_without_a_name_and_not_noted() {
    McpConfig config = TestConfigs.read(".env", "# one\nA=1 # two\nB=\"2\" # three\nC=#four\n");

    assertThat(config.notes()).isEmpty();
    assertThat(values("# one\nA=1 # two\nB=\"2\" # three\nC=#four\n"))
        .containsExactly("A=1", "B=2", "C=");
    assertThat(TestConfigs.locations(config))
        .endsWith(
            "/(comments) 1:1",
            "/(comments)/0 1:1",
            "/(comments)/1 2:5",
            "/(comments)/2 3:7",
            "/(comments)/3 4:3");
  }

  @Test
  void npm_settings_have_names_with_colons() {
    McpConfig config =
        TestConfigs.read(
            ".npmrc",
            """
            ; comment
            # comment
            registry=https://r.example/
            //r.example/:_authToken = "value"
            [section]
            email=a@acme.example
            """);

    assertThat(TestConfigs.locations(config))
        .contains("/~1~1r.example~1:_authToken 4:27", "/section/email 6:7");
    assertThat(config.notes()).isEmpty();
  }

  @Test
  void package_index_logins_are_read_by_section() {
    McpConfig config =
        TestConfigs.read(
            ".pypirc", "[distutils]\nindex-servers =\n    pypi\n[pypi]\nusername: a\npassword=b\n");

    assertThat(TestConfigs.locations(config))
        .contains("/pypi/username 5:11", "/pypi/password 6:10", "/(other lines)/0 3:5");
  }

  @Test
  void logins_of_machines_are_read_on_any_number_of_lines() {
    McpConfig config =
        TestConfigs.read(
            ".netrc",
            """
            machine a.example login dana password "one two"
            machine b.example
              login dana
              password
                three
            macdef init
            put password four

            default login x password five
            """);

    assertThat(TestConfigs.locations(config))
        .contains("/a.example/password 1:39", "/b.example/password 5:5", "/default/password 9:26");
    assertThat(ConfigSource.valuesOf(config.root()).values())
        .contains("a text: one two", "a text: three", "a text: five")
        .doesNotContain("a text: four");
    assertThat(config.notes()).containsExactly("macros (macdef) were not examined");
  }

  @ParameterizedTest
  @CsvSource({
    ".env,true", ".env.local,true", ".ENV,true", ".env.production.local,true", "prod.env,true",
    "env.example,true", ".env-sample,true", ".npmrc,true", ".netrc,true", "_netrc,true",
    ".pypirc,true", ".env.ts,false", "env.js,false", ".env.vault,false", "environment,false",
    ".envrc,false", "env,false", "process.env.md,false", ".env.json,false"
  })
  void the_name_shows_whether_a_file_is_an_environment_file(String name, boolean isOne) {
    FileKind kind = McpClients.kindOf(Path.of("/p", name));

    assertThat(kind == FileKind.ENVIRONMENT_FILE).isEqualTo(isOne);
  }

  @Test
  void a_large_file_of_open_quotes_is_read_in_one_pass() {
    String text = "A=\"\\\"\n".repeat(100_000) + "B='\n".repeat(100_000);

    assertThat(values(text)).isNotEmpty();
  }

  @Test
  void an_empty_file_has_no_variables() {
    assertThat(values("")).isEmpty();
    assertThat(values("\n# nothing\n")).isEmpty();
  }
}
