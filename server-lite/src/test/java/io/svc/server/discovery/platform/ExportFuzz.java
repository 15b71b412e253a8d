package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.Sighting;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files that people save on platforms. */
public final class ExportFuzz {
  private static final Instant NOW = Instant.parse("2026-11-20T09:28:30Z");
  private static final Masking MASKING = new Masking();

  private static final Map<IntegrationType, AssetSource> TYPES =
      Map.of(
          IntegrationType.N8N,
          AssetSource.N8N,
          IntegrationType.MAKE,
          AssetSource.MAKE,
          IntegrationType.ZAPIER,
          AssetSource.ZAPIER,
          IntegrationType.POWER_AUTOMATE,
          AssetSource.POWER_AUTOMATE);

  private ExportFuzz() {}

  /** The same file as an export of each platform. */
  public static void export(JsonNode file) {
    TYPES.forEach(
        (type, source) -> {
          SightingContext context =
              new SightingContext(source, "int_1", true, MASKING, text -> "hash", NOW);
          ExportReader exports = new ExportReader(context, type);
          exports.show(exports.workflowsIn(file), Optional.of("name"), new Reader());
        });
  }

  private static final class Reader implements PlatformListener {
    @Override
    public void see(List<Sighting> some) {
      some.forEach(Json::bytes);
    }

    @Override
    public void exists(String externalId) {}

    @Override
    public void unreadable(Optional<String> externalId) {}

    @Override
    public boolean isEnded() {
      return false;
    }
  }
}
