package io.svc.server.detection;

import io.svc.rules.Severity;
import io.svc.server.http.Fields;
import io.svc.server.redaction.EntityType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads sent settings. Missing settings stay unchanged. */
final class DetectionConfigReader {
  private static final int MAX_ALLOWED = 500;
  private static final int LONGEST_ENTRY = 300;
  private static final double MIN_SCORE = 0.3;
  private static final double MIN_SURPRISE = 2;
  private static final double MAX_SURPRISE = 20;

  DetectionConfig read(Fields sent, DetectionConfig before) {
    Fields incident = sent.object("autoIncident");
    return new DetectionConfig(
        sent.flag("enabled", before.enabled()),
        readLayers(sent, before),
        threats(sent, before),
        sent.has("piiEntities") ? entities(sent) : before.piiEntities(),
        sent.has("allowList") ? allowed(sent) : before.allowList(),
        new DetectionConfig.AutoIncident(
            incident.flag("enabled", before.autoIncident().enabled()),
            incident
                .option("minSeverity", Severity.class)
                .orElse(before.autoIncident().minSeverity())));
  }

  private static List<DetectionConfig.LayerConfig> readLayers(Fields sent, DetectionConfig before) {
    List<DetectionConfig.LayerConfig> layers = new ArrayList<>(before.cascade());
    Set<Layer> named = EnumSet.noneOf(Layer.class);
    for (Fields layerFields : sent.objects("cascade", layers.size())) {
      if (!layerFields.has("layer")) {
        layerFields.problem("required", "layer", "\"layer\" is missing.");
      }
      Optional<Layer> layer = layerFields.option("layer", Layer.class);
      if (layer.isEmpty()) {
        continue;
      }
      if (!named.add(layer.get())) {
        layerFields.problem("duplicate", "layer", "\"" + layer.get() + "\" is specified twice.");
      }
      layers.set(before.indexOf(layer.get()), layer(layerFields, before.of(layer.get())));
    }
    return layers;
  }

  private static DetectionConfig.LayerConfig layer(
      Fields sent, DetectionConfig.LayerConfig before) {
    Layer layer = before.layer();
    long order = sent.number("order", 1, 100).orElse(before.order());
    if (order != before.order()) {
      sent.problem(
          "unknown_value",
          "order",
          "\"order\" of \"" + layer + "\" is always " + before.order() + ".");
    }
    boolean isEnabled = sent.flag("enabled", before.enabled());
    if (layer == Layer.JUDGE && isEnabled) {
      sent.problem(
          "unsupported",
          "enabled",
          "\"judge\" cannot be enabled: it requires a language model, and none is included.");
    }
    LayerReaction action = sent.option("action", LayerReaction.class).orElse(before.action());
    if (!actions(layer).contains(action)) {
      sent.problem(
          "unknown_value",
          "action",
          "\"action\" of \""
              + layer
              + "\" is \""
              + action
              + "\"; expected "
              + actions(layer).stream()
                  .map(LayerReaction::toString)
                  .collect(Collectors.joining(" or "))
              + (action == LayerReaction.ENFORCE ? ": only policies can deny actions." : "."));
    }
    return new DetectionConfig.LayerConfig(
        layer, before.order(), isEnabled, threshold(sent, before), action);
  }

  private static Set<LayerReaction> actions(Layer layer) {
    return switch (layer) {
      case POLICY -> EnumSet.of(LayerReaction.ENFORCE, LayerReaction.ANNOTATE);
      case SIGNATURES, HEURISTICS, ANOMALY ->
          EnumSet.of(LayerReaction.ALERT, LayerReaction.ANNOTATE);
      case JUDGE -> EnumSet.of(LayerReaction.ANNOTATE);
    };
  }

  private static Optional<Double> threshold(Fields sent, DetectionConfig.LayerConfig before) {
    if (before.threshold().isEmpty()) {
      if (sent.has("threshold")) {
        sent.problem(
            "unsupported", "threshold", "\"" + before.layer() + "\" has no \"threshold\".");
      }
      return before.threshold();
    }
    boolean isAnomaly = before.layer() == Layer.ANOMALY;
    return Optional.of(
        sent.decimal(
            "threshold",
            isAnomaly ? MIN_SURPRISE : MIN_SCORE,
            isAnomaly ? MAX_SURPRISE : 1,
            before.threshold().get()));
  }

  private static Map<Threat, DetectionConfig.ThreatConfig> threats(
      Fields sent, DetectionConfig before) {
    Map<Threat, DetectionConfig.ThreatConfig> threats = new EnumMap<>(before.threatTypes());
    Fields all = sent.object("threatTypes");
    for (String name : all.names()) {
      Optional<Threat> threat =
          List.of(Threat.values()).stream()
              .filter(candidate -> candidate.toString().equalsIgnoreCase(name))
              .findFirst();
      if (threat.isEmpty()) {
        sent.problem(
            "unknown_value",
            "threatTypes",
            "\"threatTypes\" names \""
                + (name.length() > 100 ? name.substring(0, 100) : name)
                + "\"; expected "
                + List.of(Threat.values()).stream()
                    .map(Threat::toString)
                    .collect(Collectors.joining(", "))
                + ".");
        continue;
      }
      Fields candidate = all.object(name);
      DetectionConfig.ThreatConfig was = before.of(threat.get());
      threats.put(
          threat.get(),
          new DetectionConfig.ThreatConfig(
              candidate.flag("enabled", was.enabled()),
              candidate.option("minSeverity", Severity.class).orElse(was.minSeverity())));
    }
    return threats;
  }

  private static List<EntityType> entities(Fields sent) {
    List<EntityType> entities = new ArrayList<>();
    for (String name : sent.texts("piiEntities", DetectionConfig.PERSONAL.size(), 100)) {
      Optional<EntityType> type =
          EntityType.ofLabel(name).filter(DetectionConfig.PERSONAL::contains);
      if (type.isEmpty()) {
        sent.problem(
            "unknown_value",
            "piiEntities",
            "\"piiEntities\" names \""
                + name
                + "\"; expected "
                + DetectionConfig.PERSONAL.stream()
                    .map(EntityType::label)
                    .collect(Collectors.joining(", "))
                + ".");
      } else if (entities.contains(type.get())) {
        sent.problem("duplicate", "piiEntities", "\"" + name + "\" is specified twice.");
      } else {
        entities.add(type.get());
      }
    }
    return entities;
  }

  private static List<String> allowed(Fields sent) {
    List<String> entries = sent.texts("allowList", MAX_ALLOWED, LONGEST_ENTRY);
    for (String entry : entries) {
      AllowList.rejectionReason(entry)
          .ifPresent(reason -> sent.problem("invalid", "allowList", "\"allowList\": " + reason));
    }
    if (new HashSet<>(entries).size() < entries.size()) {
      sent.problem("duplicate", "allowList", "\"allowList\" contains a duplicate entry.");
    }
    return entries;
  }
}
