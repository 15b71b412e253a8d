package io.svc.server.detection;

import java.util.ArrayList;
import java.util.List;

/** The models of each layer. */
final class DetectionModels {
  /**
   * A rule set or a method.
   *
   * @param status {@code active}, or {@code disabled} if its layer is disabled
   */
  record View(
      String id,
      String layer,
      String name,
      String version,
      String type,
      int ruleCount,
      String status,
      boolean builtIn) {}

  private DetectionModels() {}

  static List<View> of(DetectionConfig config) {
    List<View> models = new ArrayList<>();
    models.add(view(config, Layer.POLICY, PolicyLayer.MODEL, "Repeated denials", "ruleset", 2));
    for (SignatureSet set : SignatureSets.THREATS) {
      models.add(
          view(config, Layer.SIGNATURES, set.id(), set.name(), "ruleset", set.signatures().size()));
    }
    models.add(
        view(
            config,
            Layer.SIGNATURES,
            SignatureLayer.ORDERS_MODEL,
            "Prompt injection scoring",
            "scoring",
            1));
    models.add(
        view(
            config,
            Layer.SIGNATURES,
            SignatureLayer.SECRETS_MODEL,
            "Secret formats",
            "ruleset",
            ObservedContent.formats()));
    models.add(
        view(
            config,
            Layer.HEURISTICS,
            HeuristicLayer.MODEL,
            "Heuristic rules",
            "ruleset",
            HeuristicLayer.RULES));
    models.add(
        view(config, Layer.ANOMALY, AnomalyLayer.MODEL, "Behavior baseline", "statistical", 3));
    return models;
  }

  private static View view(
      DetectionConfig config, Layer layer, String id, String name, String type, int rules) {
    boolean isActive = config.enabled() && config.of(layer).enabled();
    return new View(
        id,
        layer.toString(),
        name,
        id.substring(id.lastIndexOf("-v") + 2),
        type,
        rules,
        isActive ? "active" : "disabled",
        true);
  }
}
