package io.svc.cli.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Approval and rejection of single servers, and baselines that replace each other. */
class BaselineUpdateTest {
  private static final String NOTES =
      "\"notes\": {\"command\": \"node\", \"args\": [\"notes.js\"]}";
  private static final String CRM = "\"crm\": {\"command\": \"node\", \"args\": [\"crm.js\"]}";
  private static final String BAD_CRM = CRM.replace("crm.js", "evil.js");
  private static final String SHOP = "\"shop\": {\"url\": \"https://shop.example.com/mcp\"}";

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    servers(NOTES, CRM);
    command.run("baseline", "create");
  }

  private void servers(String... servers) {
    serversOf(".mcp.json", servers);
  }

  private void serversOf(String file, String... servers) {
    command.file(file, "{\"mcpServers\": {" + String.join(", ", servers) + "}}");
  }

  private Result update(String... options) {
    List<String> words = new ArrayList<>(List.of("baseline", "update"));
    words.addAll(List.of(options));
    return command.run(words.toArray(String[]::new));
  }

  private Result diff() {
    return command.run("baseline", "diff", "--format", "table");
  }

  private List<String> baseline() throws IOException {
    return Files.readAllLines(command.project().resolve(".svc/mcp-baseline.json"));
  }

  private static List<String> without(List<String> lines, List<String> others) {
    List<String> rest = new ArrayList<>(lines);
    others.forEach(rest::remove);
    return rest;
  }

  @Test
  void update_approves_one_server_and_leaves_the_drift_of_the_others() throws IOException {
    servers(NOTES.replace("notes.js", "notes2.js"), CRM.replace("crm.js", "crm2.js"), SHOP);
    List<String> before = baseline();

    Result updated = update("--server", "crm", "--approved-by", "Robin");

    assertThat(updated.exitCode()).isZero();
    assertThat(updated.out()).contains("Approved crm by Robin; 2 servers differ from baseline");
    assertThat(without(before, baseline()))
        .allMatch(line -> line.matches(".*(crm\\.js|_hash|baseline_id|approved_).*"));
    assertThat(diff().out()).contains("notes", "shop").doesNotContain("crm");
  }

  @Test
  void update_approves_several_servers_and_an_addition_and_a_removal() {
    servers(CRM, SHOP);

    assertThat(update("--server", "shop", "--server", "notes").exitCode()).isZero();

    assertThat(diff().exitCode()).isZero();
  }

  @Test
  void update_approves_a_renamed_server_by_either_name() throws IOException {
    String id = baseline().stream().filter(l -> l.contains("asset_id")).findFirst().orElseThrow();
    servers(NOTES.replace("\"notes\"", "\"memos\""), CRM);
    Result renamed = command.run("baseline", "diff");

    assertThat(renamed.out())
        .contains("\"change\": \"renamed\"", "\"previous_name\": \"notes\"")
        .contains("\"added_assets\": []", "\"removed_assets\": []");
    assertThat(update("--server", "notes").exitCode()).isZero();
    assertThat(diff().exitCode()).isZero();
    assertThat(baseline()).contains(id).anyMatch(line -> line.contains("\"memos\""));
  }

  @Test
  void update_of_a_moved_only_file_retains_its_approved_path() throws IOException {
    serversOf("copy.json", NOTES, SHOP);

    Result updated = update("--server", "shop", "--config", "copy.json");

    assertThat(updated.exitCode()).isZero();
    assertThat(baseline()).noneMatch(line -> line.contains("copy.json"));
    assertThat(updated.out()).contains("1 server differs");
  }

  @Test
  void update_needs_a_known_server_and_an_unreadable_file_changes_nothing() throws IOException {
    List<String> before = baseline();

    assertThat(update().err()).contains("no server specified");
    assertThat(update("--server", "other").err())
        .contains("no server named 'other' in the configuration or the baseline");
    command.file(".cursor/mcp.json", "{");
    assertThat(update("--server", "crm").exitCode()).isEqualTo(2);
    assertThat(baseline()).isEqualTo(before);
  }

  @Test
  void a_rejected_change_is_high_drift_and_create_does_not_approve_it() {
    servers(NOTES, BAD_CRM);

    Result rejected =
        command.run("baseline", "reject", "--server", "crm", "--rejected-by", "Robin");
    Result created = command.run("baseline", "create");
    Result diff = command.run("baseline", "diff");

    assertThat(rejected.out()).contains("Rejected crm by Robin; 1 server differs");
    assertThat(created.err()).contains("warning: crm is rejected and was not approved");
    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(diff.out())
        .contains("\"rejected\": true", "This state was rejected by Robin.", "crm.js");
    servers(NOTES, CRM);
    assertThat(diff().exitCode()).isZero();
  }

  @Test
  void a_rejected_approved_state_is_no_longer_approved_until_an_update() {
    command.run("baseline", "reject", "--server", "crm");

    assertThat(command.run("baseline", "diff").out())
        .contains("\"change\": \"added\"", "\"rejected\": true");
    assertThat(update("--server", "crm").exitCode()).isZero();
    assertThat(diff().exitCode()).isZero();
    assertThat(command.run("baseline", "create").err()).isEmpty();
  }

  @Test
  void a_rejection_applies_also_when_values_are_tracked() {
    command.run("baseline", "reject", "--server", "crm");

    assertThat(command.run("baseline", "create", "--track-values").err())
        .contains("warning: crm is rejected");
    assertThat(command.run("baseline", "diff").out()).contains("\"rejected\": true");
  }

  @Test
  void a_removed_server_cannot_be_rejected() {
    servers(NOTES);

    assertThat(command.run("baseline", "reject", "--server", "crm").err())
        .contains("no server named 'crm' in the configuration");
  }

  @Test
  void a_new_file_before_the_others_adds_lines_and_changes_no_asset() throws IOException {
    List<String> before = baseline();
    serversOf(".mcp.json", SHOP, CRM, NOTES);
    serversOf(".cursor/mcp.json", SHOP);

    command.run("baseline", "create");

    List<String> after = baseline();
    assertThat(without(before, after))
        .allMatch(line -> line.matches(".*(baseline_id|approved_at|config_hash).*"));
    assertThat(after.stream().filter(before::contains).toList())
        .containsSubsequence(
            before.stream().filter(line -> line.matches(".*(asset_id|\"args|\\.js).*")).toList());
  }

  @Test
  void a_second_baseline_of_the_same_files_differs_in_its_identifier_and_time_only()
      throws IOException {
    List<String> before = baseline();

    command.run("baseline", "create");

    assertThat(without(before, baseline()))
        .allMatch(line -> line.matches(".*(baseline_id|approved_at).*"));
  }
}
