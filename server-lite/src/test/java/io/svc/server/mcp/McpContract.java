package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Database;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of the feature share; the store is the subclass's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class McpContract {
  static final String UPLOAD = "/api/v1/mcp/reports";

  McpSite site;
  Client admin;

  /** An empty store with the schema of this version. */
  abstract Database open(Path directory);

  @BeforeAll
  void start(@TempDir Path directory) {
    site = new McpSite(open(directory), directory);
  }

  /** Each test has tenants of its own, of whom the others' must be unseen. */
  @BeforeEach
  void found() {
    site.forgetOrgs();
    admin = site.client("acme", Role.ADMIN);
  }

  @AfterAll
  void stop() {
    site.close();
  }

  Sample report() {
    return Sample.of(site.org("acme"));
  }

  JsonNode upload(Sample report) {
    Answer answer = admin.post(UPLOAD, report.json());
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    return answer.json();
  }

  JsonNode get(String path) {
    Answer answer = admin.get(path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json();
  }

  /** The one server of a name. */
  JsonNode server(String name) {
    for (JsonNode server : get("/api/mcp").path("servers")) {
      if (server.path("name").asText().equals(name)) {
        return server;
      }
    }
    throw new AssertionError("no server " + name);
  }

  String serverId(String name) {
    return server(name).path("id").asText();
  }

  /** {@code finding_type=status} of all findings, sorted. */
  List<String> statuses() {
    List<String> statuses = new ArrayList<>();
    for (JsonNode finding : get("/api/mcp/findings").path("findings")) {
      statuses.add(finding.path("finding_type").asText() + "=" + finding.path("status").asText());
    }
    statuses.sort(null);
    return statuses;
  }

  static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.path(field).asText()));
    return texts;
  }
}
