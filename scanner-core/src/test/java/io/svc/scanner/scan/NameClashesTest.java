package io.svc.scanner.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.McpClients;
import io.svc.scanner.detect.NeighborServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameClashesTest {
  private final List<ScanRequest> requests = new ArrayList<>();
  private final List<List<NeighborServer>> servers = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "notes, notes, true",
    "team-notes, TeamNotes, true",
    "notes, n0tes, true",
    "notes, n\u043Etes, true",
    "notes, votes, false",
    "notes, notes2, false"
  })
  void the_later_of_two_files_with_names_alike_is_checked_again(
      String first, String second, boolean isClash) {
    file("a/.mcp.json", first);
    file("a/.cursor/mcp.json", second);

    var clashes = NameClashes.of(requests, servers);

    assertThat(clashes.files()).isEqualTo(isClash ? List.of(1) : List.of());
    if (isClash) {
      assertThat(clashes.of(1)).containsExactly(servers.get(0).get(0));
    }
  }

  @Test
  void files_of_two_projects_do_not_meet() {
    file("a/.mcp.json", "notes");
    file("b/.mcp.json", "notes");

    assertThat(NameClashes.of(requests, servers).files()).isEmpty();
  }

  @Test
  void a_file_of_all_projects_meets_those_of_each() {
    file("a/.mcp.json", "notes");
    inAllProjects("home/.cursor/mcp.json", "notes");
    file("b/.mcp.json", "notes");

    var clashes = NameClashes.of(requests, servers);

    assertThat(clashes.files()).containsExactly(1, 2);
    assertThat(clashes.of(1)).containsExactly(servers.get(0).get(0));
    assertThat(clashes.of(2)).containsExactly(servers.get(1).get(0));
  }

  @Test
  void a_file_that_a_client_merges_is_preferred() {
    inAllProjects("home/.codeium/windsurf/mcp_config.json", "notes");
    inAllProjects("home/.cursor/mcp.json", "notes");
    inAllProjects("home/.kiro/settings/mcp.json", "notes");
    file("a/.cursor/mcp.json", "notes");

    var clashes = NameClashes.of(requests, servers);

    assertThat(clashes.of(1)).containsExactly(servers.get(0).get(0));
    assertThat(clashes.of(3)).containsExactly(servers.get(1).get(0));
  }

  @Test
  void one_file_given_twice_does_not_meet_itself() {
    file("a/.mcp.json", "notes");
    file("a/.mcp.json", "notes");

    assertThat(NameClashes.of(requests, servers).files()).isEmpty();
  }

  @Test
  void names_of_one_file_do_not_meet_each_other() {
    file("a/.mcp.json", "notes", "Notes", "n0tes");

    assertThat(NameClashes.of(requests, servers).files()).isEmpty();
  }

  @Test
  void each_server_of_a_file_has_the_one_it_meets() {
    file("a/.mcp.json", "notes", "mail");
    file("a/.cursor/mcp.json", "mail", "calendar", "notes");

    assertThat(NameClashes.of(requests, servers).of(1))
        .extracting(NeighborServer::name)
        .containsExactly("mail", "notes");
  }

  @Test
  void a_file_without_servers_meets_none() {
    file("a/.mcp.json");
    file("a/.cursor/mcp.json", "notes");
    file("a/.vscode/mcp.json");

    assertThat(NameClashes.of(requests, servers).files()).isEmpty();
  }

  @Test
  void nothing_clashes_with_nothing() {
    assertThat(NameClashes.of(List.of(), List.of()).files()).isEmpty();
  }

  @Test
  @Timeout(120)
  void thousands_of_projects_with_one_name_are_distinguished_in_time() {
    for (int i = 0; i < 5_000; i++) {
      file("project" + i + "/.mcp.json", "notes");
    }
    file("project7/.cursor/mcp.json", "notes");

    assertThat(NameClashes.of(requests, servers).files()).containsExactly(5_000);
  }

  private void file(String path, String... names) {
    add(new ScanRequest(Path.of("/work", path), Optional.empty()), names);
  }

  private void inAllProjects(String path, String... names) {
    add(ScanRequest.of(Path.of("/work", path)).forAllProjects(), names);
  }

  private void add(ScanRequest request, String... names) {
    List<NeighborServer> all = new ArrayList<>();
    for (String name : names) {
      String client = McpClients.ofPath(request.path()).orElseThrow().label();
      all.add(new NeighborServer(request.path().toString(), client, name, "program x"));
    }
    requests.add(request);
    servers.add(all);
  }
}
