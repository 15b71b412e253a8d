package io.svc.server;

import io.svc.server.config.ServerConfig;
import io.svc.server.config.ServerConfigReader;
import io.svc.server.data.DataDirectory;
import io.svc.server.http.OpenApiBuilder;
import io.svc.server.json.Json;
import io.svc.server.logging.LogLevel;
import io.svc.server.logging.Logging;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the OpenAPI description during the build. */
final class OpenApiWriter {
  private OpenApiWriter() {}

  /**
   * Writes the document.
   *
   * @param arguments the file to write, and a directory for the store of a server that never starts
   */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    Path directory = Path.of(arguments[1]);
    ServerConfig config =
        new ServerConfigReader(Map.of("SVC_DATA_DIR", directory.toString()), directory)
            .read(Map.of())
            .config();
    Logging.setUp(LogLevel.WARNING, config.log().format(), System.err);
    DataDirectory data = DataDirectory.open(config.dataDirectory());
    data.lock();
    data.masterKey();
    Server server = Server.of(config, data);
    Files.write(file, Json.bytes(OpenApiBuilder.build(server.routes())));
    // The threads of a server that was not started prevent the process from ending.
    System.exit(0);
  }
}
