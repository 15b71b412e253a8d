package io.svc.server.commands;

import io.svc.server.http.OpenApi;
import io.svc.server.json.Json;
import picocli.CommandLine.Command;

@Command(name = "openapi", description = "Prints the API description (OpenAPI 3.1).")
final class OpenApiCommand implements ServerCommand {
  @Override
  public boolean readsConfig() {
    return false;
  }

  @Override
  public ServerExitCode run(CommandInvocation call) {
    call.out().print(Json.indented(OpenApi.document()));
    call.out().flush();
    return ServerExitCode.DONE;
  }
}
