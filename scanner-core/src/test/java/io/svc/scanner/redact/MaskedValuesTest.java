package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.TestConfigs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Inventories and baselines contain the arguments of servers: every secret that was found, and
 * every text that was not examined completely, must be masked there.
 */
class MaskedValuesTest {
  /** No part of it looks random, so that only the finding can mask it. */
  private static final String CANARY = "Kanarie7!Dach";

  /** Texts of one argument; each contains a canary as text or in another spelling. */
  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("plain settings", "HOST=a\nDB_PASSWORD=" + CANARY + "\nPORT=80");
    texts.put("first of two secrets", "DB_PASSWORD=" + CANARY + "\nAPI_TOKEN=Q8Zr4Vn2Xk7Lw5Tb9Yc3");
    texts.put(
        "first of two secrets, written-out line break",
        "DB_PASSWORD=" + CANARY + "\\nAPI_TOKEN=Q8Zr4Vn2Xk7Lw5Tb9Yc3");
    texts.put("secret with a shorter one in it", "A_PASSWORD=Kanarie7\nB_PASSWORD=" + CANARY);
    texts.put("quoted settings", "PASSWORD='Kan''" + CANARY + "'\nA=b");
    texts.put("escaped settings", "password = \"Kan\\n" + CANARY + "\"\nuser=\"x\"");
    texts.put("section before default", "[db]\npassword = \"" + CANARY + "\"\ndefault = true\n");
    texts.put("netrc", "machine git.acme.test login me password " + CANARY);
    texts.put("connection string", "Server=h;User Id=me;Password=" + CANARY + ";");
    texts.put("URL", "postgres://me:" + CANARY + "@h/db");
    texts.put("JSON", "{\"db\": {\"password\": \"Kana\\\"" + CANARY + "\"}}");
    texts.put("XML", "<a><password>Kan&amp;" + CANARY + "</password></a>");
    texts.put("XML, unclosed comment", "<!-- a\n<password>" + CANARY + "</password>");
    texts.put("XML, unclosed CDATA", "<a><![CDATA[x\n<password>" + CANARY + "</password></a>");
    texts.put("options", "--db-password " + CANARY + " --port 3");
    texts.put("encoded", encoded("DB_PASSWORD=" + CANARY + "\nX=1\n"));
    texts.put("encoded after settings", "A=b\nB=c\n" + encoded("DB_PASSWORD=" + CANARY));
    texts.put("150 secrets", repeated("PASSWORD%d=Vogel%d!Zaun\n", 150) + "PASSWORD=" + CANARY);
    texts.put("2,000 settings", repeated("A%d=b%d\n", 2_000) + "DB_PASSWORD=" + CANARY);
    texts.put("2,000 pairs", repeated("A%d=b%d;", 2_000) + "Password=" + CANARY);
    texts.put("2,000 words", repeated("a%d=b%d ", 2_000) + "password=" + CANARY);
    texts.put("2,000 parameters", repeated("a%d=b%d&", 2_000) + "password=" + CANARY);
    texts.put(
        "2,000 elements",
        "<a>" + repeated("<b%d>c%d</b>", 2_000) + "<password>" + CANARY + "</password></a>");
    texts.put(
        "2,000 words of netrc",
        repeated("machine h%d login me password x%d\n", 2_000) + "password " + CANARY);
    texts.put("long settings", "A=b\n" + "#\n".repeat(100_000) + "DB_PASSWORD=" + CANARY);
    texts.put("long options", "--a " + "b ".repeat(100_000) + "--db-password " + CANARY);
    texts.put("options behind 16 KB", "--a " + "b ".repeat(10_000) + "--db-password " + CANARY);
    texts.put(
        "long JSON", "{\"a\": \"" + "b ".repeat(600_000) + "\", \"password\": \"" + CANARY + "\"}");
    texts.put("long Base64", encoded("a=b\n".repeat(10_000) + "DB_PASSWORD=" + CANARY));
    texts.put(
        "300 encoded parts",
        (encoded("hello, world") + " ").repeat(300) + encoded("PASSWORD=" + CANARY));
    texts.put("settings in settings", "A=\"B=1\nC='D=1\nE=x;Password=" + CANARY + "'\"\nF=1");
    return texts;
  }

  /** Lines of a shell. */
  private static Map<String, String> scripts() {
    Map<String, String> scripts = new LinkedHashMap<>();
    scripts.put("option", "mcp --password " + CANARY);
    scripts.put("longer secret", "mcp --password Kanarie7! --key-password " + CANARY);
    scripts.put("double quotes", "mcp --password \"Kan\\\"" + CANARY + "\"");
    scripts.put("single quotes", "mysql '-pKan'\\''" + CANARY + "' -h db");
    scripts.put("two quotes", "mysql -p'Kana'\"" + CANARY + "\" -h db");
    scripts.put("escape", "curl --user \"admin:Kan\\$" + CANARY + "\" https://h.acme.test");
    scripts.put("escaped name", "curl --user \"admin:Kan\\$arieDachVoge1\" https://h.acme.test");
    scripts.put("escaped blank", "mysql -pKan\\ " + CANARY + " -h db");
    scripts.put("header", "curl -H \"X-Api-Key: " + CANARY + "\" https://h.acme.test");
    scripts.put("pipe", "echo '" + CANARY + "' | docker login -u me --password-stdin");
    scripts.put("script in a script", "bash -c 'mysql -p" + CANARY + " db'");
    scripts.put("assignment", "export DB_PASSWORD=" + CANARY + "; exec mcp");
    scripts.put("last of many arguments", "htpasswd -b " + "a ".repeat(2_000) + CANARY);
    return scripts;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String repeated(String line, int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append(line.replace("%d", Integer.toString(i)));
    }
    return lines.toString();
  }

  @TestFactory
  Stream<DynamicTest> no_text_with_a_secret_stays_readable() {
    return texts().entrySet().stream()
        .flatMap(
            text ->
                Stream.of(
                    dynamicTest(
                        text.getKey() + " after an option",
                        () -> assertHidden(text.getKey(), "mcp", "--settings", text.getValue())),
                    dynamicTest(
                        text.getKey() + " alone",
                        () -> assertHidden(text.getKey(), "mcp", text.getValue()))));
  }

  @TestFactory
  Stream<DynamicTest> no_script_with_a_secret_stays_readable() {
    return scripts().entrySet().stream()
        .map(
            script ->
                dynamicTest(
                    script.getKey(),
                    () -> assertHidden(script.getKey(), "bash", "-c", script.getValue())));
  }

  @Test
  void the_words_around_an_escaped_secret_stay_readable() {
    McpConfig config =
        TestSecrets.config(
            "{\"mcpServers\": {\"x\": {\"command\": "
                + "\"mysql --password \\\"Kan'Dach7!x\\\" --host db\"}}}");

    assertThat(shown(config)).containsExactly("mysql", "--password", "***", "--host", "db");
  }

  private static void assertHidden(String which, String command, String... args) {
    McpConfig config = config(command, List.of(args));

    assertThat(TestSecrets.find(config)).as(which).isNotEmpty();
    String shown = String.join("\n", shown(config));
    assertThat(shown).as(which).startsWith(command);
    assertThat(shown.contains(CANARY)).as(which).isFalse();
    assertThat(shown.contains("Dach")).as(which).isFalse();
    assertThat(shown.contains(encoded(CANARY).substring(4, 12))).as(which).isFalse();
  }

  private static McpConfig config(String command, List<String> args) {
    List<String> quoted = new ArrayList<>();
    args.forEach(arg -> quoted.add(TestConfigs.quoted(arg)));
    return TestSecrets.config(
        "{\"mcpServers\": {\"x\": {\"command\": \"" + command + "\", \"args\": " + quoted + "}}}");
  }

  /** The words of the server as in an inventory. */
  private static List<String> shown(McpConfig config) {
    Redactor redactor = new Redactor(TestRules.formats(), TestSecrets.find(config));
    List<String> shown = new ArrayList<>();
    for (Word word : config.servers().get(0).launch().words()) {
      shown.add(redactor.redact(word.origin(), word.text()));
    }
    return shown;
  }
}
