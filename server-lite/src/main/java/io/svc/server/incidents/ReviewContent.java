package io.svc.server.incidents;

import static java.util.Objects.requireNonNull;

import io.svc.server.http.Fields;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The content of a review. Users write the first part; the second part is recorded and never
 * changes.
 *
 * @param detection how the incident was detected
 * @param metrics seconds from the opening until it was acknowledged, contained and resolved; a step
 *     that did not happen is absent
 */
record ReviewContent(
    String summary,
    String impact,
    String rootCause,
    String detection,
    List<String> whatWentWell,
    List<String> whatWentWrong,
    List<Entry> timeline,
    Map<String, Long> metrics,
    List<NamedReference> agents,
    List<NamedReference> policiesInvolved) {
  static final String MTTA = "mttaSeconds";
  static final String MTTC = "mttcSeconds";
  static final String MTTR = "mttrSeconds";

  private static final int LONGEST = 20_000;
  private static final int MAX_POINTS = 100;
  private static final int LONGEST_POINT = 2_000;

  /** An entry with its time. */
  record Entry(String at, String type, String actor, String text) {}

  /** An object with its identifier and name. */
  record NamedReference(String id, String name) {}

  ReviewContent {
    requireNonNull(summary, "summary is null");
    requireNonNull(impact, "impact is null");
    requireNonNull(rootCause, "rootCause is null");
    requireNonNull(detection, "detection is null");
    whatWentWell = List.copyOf(whatWentWell);
    whatWentWrong = List.copyOf(whatWentWrong);
    timeline = List.copyOf(timeline);
    metrics = Map.copyOf(metrics);
    agents = List.copyOf(agents);
    policiesInvolved = List.copyOf(policiesInvolved);
  }

  /** Returns true when the request contains a field of the first part. */
  static boolean isIn(Fields sent) {
    return List.of("summary", "impact", "rootCause", "detection", "whatWentWell", "whatWentWrong")
        .stream()
        .anyMatch(name -> sent.has(name) || sent.isNull(name));
  }

  /** Returns this content with the fields of the request. */
  ReviewContent with(Fields sent, UnaryOperator<String> masking) {
    return new ReviewContent(
        text(sent, "summary", summary, masking),
        text(sent, "impact", impact, masking),
        text(sent, "rootCause", rootCause, masking),
        text(sent, "detection", detection, masking),
        points(sent, "whatWentWell", whatWentWell, masking),
        points(sent, "whatWentWrong", whatWentWrong, masking),
        timeline,
        metrics,
        agents,
        policiesInvolved);
  }

  private static String text(
      Fields sent, String name, String before, UnaryOperator<String> masking) {
    return sent.has(name) || sent.isNull(name)
        ? masking.apply(sent.optionalText(name, LONGEST).orElse(""))
        : before;
  }

  private static List<String> points(
      Fields sent, String name, List<String> before, UnaryOperator<String> masking) {
    return sent.has(name) || sent.isNull(name)
        ? sent.texts(name, MAX_POINTS, LONGEST_POINT).stream()
            .map(masking)
            .map(String::strip)
            .filter(point -> !point.isEmpty())
            .toList()
        : before;
  }
}
