package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * The risk of an asset with its factors.
 *
 * @param score 0 to 100: the sum of the factors, limited to this range
 */
public record AssetRisk(int score, List<Factor> factors) {
  /** A factor with at least this many points counts as critical. */
  private static final int CRITICAL = 15;

  private static final int HIGH = 10;
  private static final int MAX = 100;

  /**
   * A risk factor.
   *
   * @param key such as {@code external_egress}
   * @param label the name to display
   * @param points negative when it reduces the risk
   * @param detail the property of the asset that it refers to
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
    return new AssetRisk(Math.max(0, Math.min(MAX, sum)), factors);
  }

  /** Returns the number of factors that count as critical. */
  long critical() {
    return factors.stream().filter(factor -> factor.points() >= CRITICAL).count();
  }

  /** Returns the number of other factors that count as high. */
  long high() {
    return factors.stream()
        .filter(factor -> factor.points() >= HIGH && factor.points() < CRITICAL)
        .count();
  }
}
