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
    models.add(view(config, Layer.POLICY, PolicyLayer.MODEL, "Refusals", "ruleset", 2));
    for (SignatureSet set : SignatureSets.THREATS) {
      models.add(
          view(config, Layer.SIGNATURES, set.id(), set.name(), "ruleset", set.signatures().size()));
    }
    models.add(
        view(
            config,
            Layer.SIGNATURES,
            SignatureLayer.ORDERS_MODEL,
            "Signs of orders to a model",
            "scoring",
            1));
    models.add(
        view(
            config,
            Layer.SIGNATURES,
            SignatureLayer.SECRETS_MODEL,
            "Secrets by their format",
            "ruleset",
            ObservedContent.formats()));
    models.add(
        view(
            config,
            Layer.HEURISTICS,
            HeuristicLayer.MODEL,
            "Combinations",
            "ruleset",
            HeuristicLayer.RULES));
    models.add(view(config, Layer.ANOMALY, AnomalyLayer.MODEL, "Habits", "statistical", 3));
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
