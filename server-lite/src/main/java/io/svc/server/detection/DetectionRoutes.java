package io.svc.server.detection;

import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import io.svc.server.tenants.TenantConfigs;
import java.util.List;
import java.util.function.LongConsumer;

/** {@code /api/detection}. */
public final class DetectionRoutes {
  private final Database database;
  private final DetectionConfigs configs;
  private final DetectionService detection;

  public DetectionRoutes(Database database, DetectionConfigs configs, DetectionService detection) {
    this.database = database;
    this.configs = configs;
    this.detection = detection;
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    api.get("/api/detection/config", read, this::config);
    api.put(
        "/api/detection/config", RouteAccess.session(Permission.DETECTION_WRITE), this::configure);
    api.get("/api/detection/models", read, this::models);
    api.get("/api/detection/stats", read, this::stats);
  }

  private void config(Call call) {
    TenantConfigs.VersionedConfig<DetectionConfig> config =
        database.read(tx -> configs.get(tx, call.org()));
    call.ok(config.version(), new Config(config));
  }

  private void configure(Call call) {
    Fields body = call.body();
    Fields sent = body.has("config") ? body.object("config") : body;
    LongConsumer expected = call.expectVersion(sent, "version");
    TenantConfigs.VersionedConfig<DetectionConfig> config =
        database.write(tx -> configs.change(tx, call.caller(), sent, expected));
    call.version(config.version()).ok(new Config(config));
  }

  private void models(Call call) {
    List<DetectionModels.View> models =
        DetectionModels.of(database.read(tx -> configs.get(tx, call.org())).config());
    call.ok(new Models(models, models.size()));
  }

  private void stats(Call call) {
    call.ok(database.read(tx -> detection.stats(tx, call.org())));
  }

  /** The response with a configuration. */
  record Config(TenantConfigs.VersionedConfig<DetectionConfig> config) {}

  /** The response with all models. */
  record Models(List<DetectionModels.View> models, int total) {}
}
