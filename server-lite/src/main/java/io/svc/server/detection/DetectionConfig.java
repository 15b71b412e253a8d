package io.svc.server.detection;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.server.redaction.EntityType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The detection settings of a tenant.
 *
 * @param enabled whether detection is enabled
 * @param cascade one entry for each layer, in order
 * @param threatTypes one entry for each threat
 * @param piiEntities the types that count as personal data
 * @param allowList the allow-list entries as text
 * @param autoIncident when an alert opens an incident
 */
public record DetectionConfig(
    boolean enabled,
    List<LayerConfig> cascade,
    Map<Threat, ThreatConfig> threatTypes,
    List<EntityType> piiEntities,
    List<String> allowList,
    AutoIncident autoIncident) {

  /**
   * Types of secrets, which are a threat of their own, and types that do not identify an
   * individual.
   */
  private static final Set<EntityType> NOT_PERSONAL =
      Set.of(
          EntityType.URL_CREDENTIALS,
          EntityType.API_KEY,
          EntityType.JWT,
          EntityType.PRIVATE_KEY,
          EntityType.PASSWORD,
          EntityType.CRYPTO_ADDRESS,
          EntityType.MAC_ADDRESS,
          EntityType.IP_ADDRESS);

  /** The types that can count as personal data. */
  static final List<EntityType> PERSONAL =
      EntityType.all().stream().filter(type -> !NOT_PERSONAL.contains(type)).toList();

  /**
   * The settings of a layer.
   *
   * @param threshold the minimum score of a detection; for the anomaly layer, the minimum anomaly
   *     score; the policy layer has none
   */
  public record LayerConfig(
      Layer layer, int order, boolean enabled, Optional<Double> threshold, LayerReaction action) {}

  /**
   * The settings of a threat.
   *
   * @param minSeverity the minimum severity of an alert
   */
  public record ThreatConfig(boolean enabled, Severity minSeverity) {}

  /** When an alert opens an incident. */
  public record AutoIncident(boolean enabled, Severity minSeverity) {}

  /** The default settings. */
  public static final DetectionConfig DEFAULT =
      new DetectionConfig(
          true,
          List.of(
              new LayerConfig(Layer.POLICY, 1, true, Optional.empty(), LayerReaction.ENFORCE),
              new LayerConfig(Layer.SIGNATURES, 2, true, Optional.of(0.8), LayerReaction.ALERT),
              new LayerConfig(Layer.HEURISTICS, 3, true, Optional.of(0.7), LayerReaction.ALERT),
              new LayerConfig(Layer.ANOMALY, 4, true, Optional.of(3.0), LayerReaction.ALERT),
              new LayerConfig(Layer.JUDGE, 5, false, Optional.empty(), LayerReaction.ANNOTATE)),
          threats(),
          PERSONAL,
          List.of(),
          new AutoIncident(true, Severity.CRITICAL));

  private static Map<Threat, ThreatConfig> threats() {
    Map<Threat, ThreatConfig> all = new EnumMap<>(Threat.class);
    for (Threat threat : Threat.values()) {
      all.put(threat, new ThreatConfig(true, Severity.MEDIUM));
    }
    return all;
  }

  public DetectionConfig {
    cascade = List.copyOf(cascade);
    threatTypes = Collections.unmodifiableMap(new EnumMap<>(threatTypes));
    piiEntities = List.copyOf(piiEntities);
    allowList = List.copyOf(allowList);
  }

  LayerConfig of(Layer layer) {
    return cascade.get(indexOf(layer));
  }

  /** Returns the position of a layer in the cascade. */
  int indexOf(Layer layer) {
    for (int i = 0; i < cascade.size(); i++) {
      if (cascade.get(i).layer() == layer) {
        return i;
      }
    }
    throw new IllegalArgumentException("there is no layer \"" + layer + "\" in the cascade");
  }

  ThreatConfig of(Threat threat) {
    return requireNonNull(threatTypes.get(threat));
  }

  /** Returns the settings with one layer's settings replaced. */
  DetectionConfig with(LayerConfig changed) {
    List<LayerConfig> layers = new ArrayList<>(cascade);
    layers.set(indexOf(changed.layer()), changed);
    return new DetectionConfig(enabled, layers, threatTypes, piiEntities, allowList, autoIncident);
  }
}
