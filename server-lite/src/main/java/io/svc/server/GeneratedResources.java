package io.svc.server;

import io.svc.server.config.ServerConfig;
import io.svc.server.config.ServerConfigReader;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Migrations;
import io.svc.server.http.OpenApiBuilder;
import io.svc.server.json.Json;
import io.svc.server.logging.LogLevel;
import io.svc.server.logging.Logging;
import io.svc.server.web.DashboardWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes the files of the jar that are made from its classes and other files, during the build: the
 * OpenAPI description, the history of a current store, and the dashboard as it is sent.
 */
final class GeneratedResources {
  private GeneratedResources() {}

  /**
   * Writes the files.
   *
   * @param arguments the directory of the classes, and one for the store of a server that never
   *     starts
   */
  public static void main(String[] arguments) throws Exception {
    Path classes = Path.of(arguments[0]);
    Path directory = Path.of(arguments[1]);
    ServerConfig config =
        new ServerConfigReader(Map.of("SVC_DATA_DIR", directory.toString()), directory)
            .read(Map.of())
            .config();
    Logging.setUp(LogLevel.WARNING, config.log().format(), System.err);
    Migrations.writeHistories(classes.resolve("db"));
    DashboardWriter.write(classes.resolve("dashboard"));
    DataDirectory data = DataDirectory.open(config.dataDirectory());
    data.lock();
    data.masterKey();
    Server server = Server.of(config, data);
    Path file = classes.resolve("openapi/openapi.json");
    Files.write(file, Json.bytes(OpenApiBuilder.build(server.routes())));
    // The threads of a server that was not started prevent the process from ending.
    System.exit(0);
  }
}
