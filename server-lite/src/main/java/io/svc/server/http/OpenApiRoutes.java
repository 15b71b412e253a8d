package io.svc.server.http;

/** {@code /api/openapi.json}: the OpenAPI description, at a second address for tools. */
public final class OpenApiRoutes {
  public void register(Api api) {
    RouteAccess access = RouteAccess.open(RateLimitBucket.NONE);
    api.get("/api/openapi.json", access, OpenApiRoutes::describe);
    api.get("/openapi.json", access, OpenApiRoutes::describe);
  }

  private static void describe(Call call) {
    call.ok(OpenApi.document());
  }
}
