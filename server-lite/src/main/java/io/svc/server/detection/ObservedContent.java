package io.svc.server.detection;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.RuleIndex;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.FieldName;
import io.svc.scanner.redact.Redactor;
import io.svc.server.json.Json;
import io.svc.server.redaction.ContentMask;
import io.svc.server.redaction.EntityType;
import io.svc.server.redaction.Masking;
import io.svc.server.redaction.RedactedValue;
import io.svc.server.redaction.Redaction;
import io.svc.server.redaction.RedactionOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Content without secrets and without personal data, and the values that were redacted.
 *
 * @param content an object
 */
public record ObservedContent(JsonNode content, List<Observation.RedactedPart> hidden) {
  private static final Masking MASKING = new Masking();
  private static final Redaction REDACTION = new Redaction();
  private static final Set<EntityType> SECRETS =
      Set.of(
          EntityType.API_KEY,
          EntityType.JWT,
          EntityType.PRIVATE_KEY,
          EntityType.PASSWORD,
          EntityType.URL_CREDENTIALS);

  private static final RedactionOptions OPTIONS =
      RedactionOptions.standard().withEntities(masked());

  /** The prefixes of masks by secret format. */
  private static final Map<String, String> HEADS;

  private static final int FORMATS;

  static {
    RuleIndex rules = RuleCatalog.bundled();
    HEADS = heads(rules);
    FORMATS = rules.size();
  }

  private static final int LONGEST_HEAD = 24;
  private static final double CERTAIN_SCORE = 0.95;
  private static final double LIKELY = 0.85;
  private static final double NAMED = 0.6;

  private static final Map<EntityType, Double> SURENESS =
      Map.of(
          EntityType.PRIVATE_KEY,
          CERTAIN_SCORE,
          EntityType.API_KEY,
          LIKELY,
          EntityType.JWT,
          LIKELY);

  private static final int MAX_HIDDEN = 2_000;

  public ObservedContent {
    hidden = List.copyOf(hidden);
  }

  /** Network addresses are not masked: detection needs the destination of a call. */
  private static Set<EntityType> masked() {
    Set<EntityType> types = new HashSet<>(EntityType.all());
    types.remove(EntityType.IP_ADDRESS);
    return types;
  }

  private static boolean isReportable(RedactedValue found) {
    boolean isInValue = found.path().isPresent();
    return isInValue
        && (SECRETS.contains(found.entityType())
            || DetectionConfig.PERSONAL.contains(found.entityType()));
  }

  private static Map<String, String> heads(RuleIndex rules) {
    Map<String, String> heads = new HashMap<>();
    for (int number = 0; number < rules.size(); number++) {
      String head = rules.rule(number).mask();
      String id = rules.rule(number).id();
      if (head.length() >= 3 && !head.startsWith("http")) {
        heads.putIfAbsent(head, id.substring(id.indexOf('/') + 1).replace('-', '_'));
      }
    }
    return heads;
  }

  /** Returns the number of secret formats. */
  static int formats() {
    return FORMATS;
  }

  /**
   * Masks external content.
   *
   * @param mask the mask of the tenant that owns it
   */
  public static ObservedContent of(JsonNode raw, ContentMask mask) {
    JsonNode rest = mask.maskCustom(raw);
    JsonNode masked = MASKING.node(rest);
    return ofMasked(masked, !masked.equals(rest));
  }

  /** Returns the content without the values that policies redacted, by path. */
  ObservedContent without(List<String> redactedPaths) {
    return redactedPaths.isEmpty()
        ? this
        : new ObservedContent(
            content,
            hidden.stream()
                .filter(hiddenValue -> !isRedacted(hiddenValue.path(), redactedPaths))
                .toList());
  }

  private static boolean isRedacted(String path, List<String> redactedPaths) {
    String storedPath = path.equals("address") ? "destination.url" : path;
    return redactedPaths.contains(storedPath);
  }

  /**
   * Masks personal data in content without secrets.
   *
   * @param isMasked whether a secret was masked
   */
  private static ObservedContent ofMasked(JsonNode masked, boolean isMasked) {
    List<Observation.RedactedPart> hidden = new ArrayList<>();
    if (isMasked) {
      masks("", "", masked, hidden);
    }
    Redaction.Tree tree = REDACTION.redactWithNames(masked, OPTIONS);
    for (RedactedValue found : tree.found()) {
      if (hidden.size() < MAX_HIDDEN && isReportable(found)) {
        hidden.add(hidden(found));
      }
    }
    return new ObservedContent(tree.changed() ? Json.tree(tree.value()) : masked, hidden);
  }

  private static Observation.RedactedPart hidden(RedactedValue found) {
    EntityType type = found.entityType();
    boolean isSecret = SECRETS.contains(type);
    double confidence = isSecret ? SURENESS.getOrDefault(type, NAMED) : found.score();
    String path = found.path().orElse("");
    return new Observation.RedactedPart(
        path,
        isSecret ? type.label().toLowerCase(Locale.ROOT) : type.label(),
        found.replacement().orElse("<" + type.label() + ">"),
        isSecret,
        isSecret && HeuristicLayer.isCredential(path) ? Math.min(NAMED, confidence) : confidence);
  }

  private static void masks(
      String path, String name, JsonNode node, List<Observation.RedactedPart> hidden) {
    if (node.isTextual()) {
      mask(path, name, node.textValue(), hidden);
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        masks(path + "[" + i + "]", name, node.get(i), hidden);
      }
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        String inside = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
        masks(inside, member.getKey(), member.getValue(), hidden);
      }
    }
  }

  private static void mask(
      String path, String name, String text, List<Observation.RedactedPart> hidden) {
    int at = text.indexOf(Redactor.MASK);
    if (at < 0 || hidden.size() >= MAX_HIDDEN) {
      return;
    }
    String head = head(text, at);
    FieldName field = FieldName.of(name);
    boolean isNamed = field.isSecret() || field.isPassword();
    boolean isFullyMasked = text.equals(Redactor.MASK);
    String before = at > 0 ? text.substring(at - 1, at) : "";
    boolean isOfUrl = before.equals("=") || before.equals(":");
    double confidence =
        !head.isEmpty() ? CERTAIN_SCORE : (isNamed && isFullyMasked) || isOfUrl ? NAMED : LIKELY;
    if (HeuristicLayer.isCredential(path)) {
      confidence = Math.min(NAMED, confidence);
    }
    String type =
        !head.isEmpty()
            ? requireNonNull(HEADS.get(head))
            : isNamed ? "named" : isOfUrl ? "in_address" : "format";
    hidden.add(new Observation.RedactedPart(path, type, head + Redactor.MASK, true, confidence));
  }

  /** Returns the longest prefix of a format right before a mask. */
  private static String head(String text, int at) {
    for (int length = Math.min(LONGEST_HEAD, at); length >= 3; length--) {
      String head = text.substring(at - length, at);
      if (HEADS.containsKey(head)) {
        return head;
      }
    }
    return "";
  }
}
