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
 * How a tenant wants the cascade.
 *
 * @param enabled whether anything is looked at
 * @param cascade one for each layer, in order
 * @param threatTypes one for each threat
 * @param piiEntities which personal data counts
 * @param allowList what is nobody's concern, as it was written
 * @param autoIncident when an alert opens an incident
 */
public record DetectionConfig(
    boolean enabled,
    List<LayerConfig> cascade,
    Map<Threat, ThreatConfig> threatTypes,
    List<EntityType> piiEntities,
    List<String> allowList,
    AutoIncident autoIncident) {

  /** Of secrets, which are a threat of their own, and of what is no person's. */
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
   * A layer.
   *
   * @param threshold from which score on it is sure; of the anomaly layer, from how unusual on; the
   *     policies have none
   */
  public record LayerConfig(
      Layer layer, int order, boolean enabled, Optional<Double> threshold, Reaction action) {}

  /**
   * A threat.
   *
   * @param minSeverity what is less severe raises no alert
   */
  public record ThreatConfig(boolean enabled, Severity minSeverity) {}

  /** When an alert opens an incident. */
  public record AutoIncident(boolean enabled, Severity minSeverity) {}

  /** What a tenant begins with. */
  public static final DetectionConfig DEFAULT =
      new DetectionConfig(
          true,
          List.of(
              new LayerConfig(Layer.POLICY, 1, true, Optional.empty(), Reaction.ENFORCE),
              new LayerConfig(Layer.SIGNATURES, 2, true, Optional.of(0.8), Reaction.ALERT),
              new LayerConfig(Layer.HEURISTICS, 3, true, Optional.of(0.7), Reaction.ALERT),
              new LayerConfig(Layer.ANOMALY, 4, true, Optional.of(3.0), Reaction.ALERT),
              new LayerConfig(Layer.JUDGE, 5, false, Optional.empty(), Reaction.ANNOTATE)),
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
    return cascade.get(place(layer));
  }

  /** Where a layer stands in the cascade. */
  int place(Layer layer) {
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

  /** With another setting of a layer. */
  DetectionConfig with(LayerConfig changed) {
    List<LayerConfig> layers = new ArrayList<>(cascade);
    layers.set(place(changed.layer()), changed);
    return new DetectionConfig(enabled, layers, threatTypes, piiEntities, allowList, autoIncident);
  }
}
