package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.McpClients;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One realistic file, or more, of every client in the catalogue. */
class ConfigReaderClientsTest {

  static List<ClientFile> files() {
    List<ClientFile> files = new ArrayList<>(EditorFiles.ALL);
    files.addAll(AssistantFiles.ALL);
    files.addAll(TerminalFiles.ALL);
    files.addAll(ManifestFiles.ALL);
    return files;
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_of_a_client_is_read(ClientFile file) {
    var config = TestConfigs.read("/home/me/" + file.path(), file.text());

    assertThat(config.source()).isEqualTo(file.source());
    assertThat(ReadServer.all(config)).isEqualTo(file.servers());
    assertThat(config.skipped()).isEmpty();
    assertThat(config.notes()).isEmpty();
  }

  @Test
  void every_client_has_a_file() {
    assertThat(files())
        .extracting(ClientFile::source)
        .containsAll(McpClients.labels())
        .allMatch(McpClients.labels()::contains);
  }
}
