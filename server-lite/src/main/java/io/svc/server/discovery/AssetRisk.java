package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * How much harm an asset could do, and why.
 *
 * @param score 0 to 100: the sum of the factors within these bounds
 */
public record AssetRisk(int score, List<Factor> factors) {
  /** A factor of so many points is critical where findings are counted. */
  private static final int CRITICAL = 15;

  private static final int HIGH = 10;
  private static final int MOST = 100;

  /**
   * What adds to the score, or takes from it.
   *
   * @param key such as {@code external_egress}
   * @param label for people
   * @param points less than 0 for what makes it safer
   * @param detail what of the asset it is about
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Factor(String key, String label, int points, String detail) {
    public Factor {
      requireNonNull(key, "key is null");
      requireNonNull(label, "label is null");
      requireNonNull(detail, "detail is null");
    }
  }

  public AssetRisk {
    factors = List.copyOf(factors);
  }

  static AssetRisk of(List<Factor> factors) {
    int sum = factors.stream().mapToInt(Factor::points).sum();
    return new AssetRisk(Math.max(0, Math.min(MOST, sum)), factors);
  }

  /** How many factors weigh as much as a critical finding. */
  long critical() {
    return factors.stream().filter(factor -> factor.points() >= CRITICAL).count();
  }

  /** How many of the others weigh as much as a high one. */
  long high() {
    return factors.stream()
        .filter(factor -> factor.points() >= HIGH && factor.points() < CRITICAL)
        .count();
  }
}
