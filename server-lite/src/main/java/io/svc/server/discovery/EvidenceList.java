package io.svc.server.discovery;

import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The evidence for an asset: the newest item of each scanner, basis and source, newest first and
 * limited in number.
 */
final class EvidenceList {
  static final int MAX = 50;

  private static final double PRECISION = 10_000;

  private record EvidenceKey(String scanner, String basis, String source) {
    static EvidenceKey of(AssetEvidence evidence) {
      return new EvidenceKey(evidence.scanner(), evidence.basis(), evidence.source());
    }
  }

  private EvidenceList() {}

  /** Merges existing and new evidence. */
  static List<AssetEvidence> merged(
      Collection<AssetEvidence> existing, Collection<AssetEvidence> more) {
    Map<EvidenceKey, AssetEvidence> newest = new LinkedHashMap<>();
    List<AssetEvidence> all = new ArrayList<>(existing);
    all.addAll(more);
    for (AssetEvidence evidence : all) {
      newest.merge(
          EvidenceKey.of(evidence),
          evidence,
          (a, b) -> b.observedAt().isBefore(a.observedAt()) ? a : b);
    }
    return newest.values().stream()
        .sorted(
            Comparator.comparing(AssetEvidence::observedAt)
                .reversed()
                .thenComparing(AssetEvidence::scanner)
                .thenComparing(AssetEvidence::source)
                .thenComparing(AssetEvidence::basis))
        .limit(MAX)
        .toList();
  }

  /**
   * Returns the combined confidence that the asset exists, 1 - (1 - c1)(1 - c2)…, assuming that the
   * items are independent.
   */
  static double confidence(List<AssetEvidence> evidence) {
    double wrong = 1;
    for (AssetEvidence piece : evidence) {
      wrong *= 1 - piece.confidence();
    }
    return Math.round((1 - wrong) * PRECISION) / PRECISION;
  }

  /** Returns an explanation of the confidence to display. */
  static String explanation(List<AssetEvidence> evidence) {
    if (evidence.isEmpty()) {
      return "No evidence.";
    }
    StringBuilder product = new StringBuilder();
    for (AssetEvidence piece : evidence) {
      product.append(String.format(Locale.ROOT, "%s(1 - %.2f)", sign(product), piece.confidence()));
    }
    return "1 - " + product + " = " + String.format(Locale.ROOT, "%.4f", confidence(evidence));
  }

  private static String sign(StringBuilder product) {
    return product.length() == 0 ? "" : " × ";
  }

  static String text(List<AssetEvidence> evidence) {
    return Json.text(evidence);
  }

  static List<AssetEvidence> read(String json) {
    return Json.readStored(json)
        .valueStream()
        .map(
            piece ->
                new AssetEvidence(
                    piece.path("scanner").asText(),
                    piece.path("basis").asText(),
                    piece.path("source").asText(),
                    piece.path("detail").asText(),
                    piece.path("confidence").asDouble(),
                    Instant.parse(piece.path("observedAt").asText())))
        .toList();
  }
}
