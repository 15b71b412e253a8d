package io.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineFile;
import io.svc.server.config.EffectiveConfig;
import io.svc.server.config.ServerConfigReader;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that earlier versions wrote, beside the stores of {@code stores/README.md}, are read. */
class EarlierFilesTest {
  @TempDir private Path home;

  @Test
  void settings_of_an_earlier_server_are_understood() throws Exception {
    Path file = Files.writeString(home.resolve("svc.yaml"), text("svc-1.yaml"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    EffectiveConfig read = new ServerConfigReader(Map.of(), home).read(Map.of(), new ArrayList<>());

    assertThat(read.warnings()).isEmpty();
    assertThat(read.config().database().poolSize()).isEqualTo(10);
    assertThat(read.config().dataDirectory()).isEqualTo(Path.of("/srv/svc-data"));
  }

  @Test
  void a_baseline_of_the_first_layout_is_read() throws Exception {
    Path file = home.resolve("mcp-baseline.json");
    Files.writeString(file, text("mcp-baseline-1.json"));

    Baseline baseline = BaselineFile.read(file);

    assertThat(baseline.approvedBy()).isEqualTo("Dana");
    assertThat(baseline.assets()).hasSize(1);
    assertThat(BaselineFile.toJson(baseline)).isEqualTo(text("mcp-baseline-1.json"));
  }

  @Test
  void a_report_that_an_earlier_command_uploads_is_taken_in() throws Exception {
    try (TestServer server = TestServer.start(home)) {
      Client admin = server.admin();
      String org = admin.get("/api/auth/session").json().at("/tenant/id").asText();
      String key =
          admin.post("/api/admin/api-keys", Map.of("name", "ci")).json().path("key").asText();

      Answer sent =
          server
              .visitor()
              .with("X-Api-Key", key)
              .post("/api/v1/mcp/reports", text("mcp-report-1.json").replace("ORGID", org));

      assertThat(sent.status()).as("%s", sent).isEqualTo(201);
      assertThat(admin.get("/api/mcp/findings").json().path("findings")).hasSize(1);
    }
  }

  private static String text(String name) throws IOException {
    try (InputStream in = EarlierFilesTest.class.getResourceAsStream("/stores/files/" + name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
