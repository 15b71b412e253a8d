package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.testing.Client;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class AuditCommandsTest {
  @TempDir private Path home;
  private Operator operator;
  private String slug;

  @BeforeEach
  void note_something() {
    operator = new Operator(home);
    try (TestServer server = TestServer.start(home)) {
      Client admin = server.admin();
      admin.post(
          "/api/admin/api-keys", Map.of("name", "K\u00fcche \ud83d\ude00 \"q\" \\ \u2028 <&>"));
      admin.post("/api/admin/api-keys", Map.of("name", "second"));
      slug = admin.get("/api/auth/session").json().at("/tenant/slug").asText();
    }
  }

  private Path export(String name, String... more) {
    String[] all =
        Arrays.copyOf(
            new String[] {"audit", "export", "--org", slug, "--output", name}, 6 + more.length);
    System.arraycopy(more, 0, all, 6, more.length);
    Ran ran = operator.run(all);
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return home.resolve(name);
  }

  private void tamper(String... statements) throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + home.resolve("data/app.db"));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void whole_chains_are_reported_by_workspace() {
    Ran all = operator.run("audit", "verify");
    Ran first = operator.run("audit", "verify", "--org", slug, "--format", "json");

    assertThat(all.exitCode()).isZero();
    assertThat(all.out()).contains(slug + ": ").contains("entries, intact, head sha256:");
    assertThat(first.json().path("chains")).hasSize(1);
    assertThat(first.json().at("/chains/0/ok").asBoolean()).isTrue();
    assertThat(operator.run("audit", "verify", "--org", "nowhere").exitCode()).isEqualTo(2);
  }

  @Test
  void a_broken_chain_is_named_with_its_entry_and_why() throws Exception {
    tamper(
        "DROP TRIGGER audit_entry_no_update",
        "UPDATE audit_entry SET entry = replace(entry, 'second', 'third') WHERE seq = 3");

    Ran ran = operator.run("audit", "verify");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains(slug + ": BROKEN at entry 3: entry 3 was changed");
    assertThat(
            operator
                .run("audit", "verify", "--org", slug, "--format", "json")
                .json()
                .at("/chains/0/firstBrokenSeq")
                .asInt())
        .isEqualTo(3);
  }

  @Test
  void an_export_is_checked_alone_and_against_the_chain() throws Exception {
    Path export = export("audit.json", "--checkpoint");

    assertThat(Files.readString(export)).contains("\"signature\"");
    assertThat(operator.run("audit", "verify", "--file", "audit.json").exitCode()).isZero();
    assertThat(operator.run("audit", "verify", "--file", "audit.json", "--org", slug).exitCode())
        .isZero();
    Ran other = operator.run("audit", "verify", "--file", "audit.json", "--org", "instance");
    assertThat(other.exitCode()).isNotZero();

    Files.writeString(export, Files.readString(export).replaceFirst("second", "secund"));
    Ran changed = operator.run("audit", "verify", "--file", "audit.json");
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.out()).contains("BROKEN").contains("was changed");
  }

  @Test
  void a_chain_that_lost_its_end_no_longer_goes_through_an_older_export() throws Exception {
    export("audit.json");
    tamper(
        "DROP TRIGGER audit_entry_no_delete",
        // The server may have had the time to make one.
        "DELETE FROM audit_checkpoint",
        "DELETE FROM audit_entry WHERE seq = 3",
        "UPDATE audit_head SET seq = 2, hash = (SELECT hash FROM audit_entry a"
            + " WHERE a.org_id = audit_head.org_id AND a.seq = 2) WHERE seq = 3 AND category = ''");

    assertThat(operator.run("audit", "verify").exitCode()).isZero();
    Ran ran = operator.run("audit", "verify", "--file", "audit.json", "--org", slug);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("entry 3, the last entry of the export, is missing");
  }

  @Test
  void an_export_never_overwrites_and_may_go_to_standard_output() {
    export("audit.json");

    Ran again = operator.run("audit", "export", "--org", slug, "--output", "audit.json");

    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("\"audit.json\" already exists");
    assertThat(
            operator.run("audit", "export", "--org", slug, "--output", "-").json().path("format"))
        .hasToString("\"svc-audit-export/1\"");
    assertThat(operator.run("audit", "export").err()).contains("--org").contains("--output");
  }

  private static boolean hasPython() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "python3")));
  }

  private static int verifyByPython(Path export, StringBuilder output)
      throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("project.root", ".."));
    Path script = root.resolve("examples/verify-audit-export/verify.py");
    Process process =
        new ProcessBuilder(List.of("python3", script.toString(), export.toString()))
            .redirectErrorStream(true)
            .start();
    output.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    return process.waitFor();
  }

  @Test
  void the_example_verifier_comes_to_the_same_result() throws Exception {
    assumeTrue(hasPython(), "python3 is not installed");
    Path export = export("audit.json", "--checkpoint");
    StringBuilder output = new StringBuilder();

    assertThat(verifyByPython(export, output)).as(output.toString()).isZero();
    assertThat(output).contains("3 entries, intact, head sha256:");

    Files.writeString(export, Files.readString(export).replaceFirst("second", "secund"));
    assertThat(verifyByPython(export, output)).isEqualTo(1);
    assertThat(output).contains("BROKEN: entry 3 was changed");

    Files.writeString(export, "{}");
    assertThat(verifyByPython(export, output)).isEqualTo(2);
  }
}
