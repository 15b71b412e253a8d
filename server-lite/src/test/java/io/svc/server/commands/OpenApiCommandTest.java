package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.http.OpenApi;
import io.svc.server.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiCommandTest {
  @TempDir private Path directory;

  @Test
  void prints_the_document_without_asking_for_settings() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    OpenApiCommand command = new OpenApiCommand();

    ServerExitCode code =
        command.run(
            new CommandInvocation(
                new CommandContext(
                    InputStream.nullInputStream(),
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                    Map.of(),
                    directory,
                    Clock.systemUTC(),
                    ending -> {},
                    (config, data) -> {
                      throw new AssertionError("no server is needed");
                    }),
                Optional.empty()));

    assertThat(code).isEqualTo(ServerExitCode.DONE);
    assertThat(command.readsConfig()).isFalse();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(Json.indented(OpenApi.document()));
  }
}
