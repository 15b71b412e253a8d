package io.svc.scanner.scan;

import io.svc.scanner.finding.Finding;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The decisions that are in force for one run of a scanner, and which of them were needed. Safe for
 * many threads.
 */
public final class Suppressions {
  /** No decision at all. */
  static final Suppressions NONE = new Suppressions(List.of(), LocalDate.EPOCH, false);

  private final List<Suppression> all;
  private final LocalDate today;
  private final boolean isShown;
  private final Set<Suppression> used = ConcurrentHashMap.newKeySet();

  /**
   * Decisions on a day.
   *
   * @param today the day; a decision that has expired before sets nothing aside
   * @param isShown whether reports list what was set aside, marked and never counted
   */
  public Suppressions(List<Suppression> all, LocalDate today, boolean isShown) {
    this.all = List.copyOf(all);
    this.today = today;
    this.isShown = isShown;
  }

  boolean isShown() {
    return isShown;
  }

  /** The decision that sets a finding aside; empty when none does. */
  Optional<Suppression> of(Finding finding, String displayPath) {
    for (Suppression suppression : all) {
      if (!suppression.isExpiredOn(today) && suppression.covers(finding, displayPath)) {
        used.add(suppression);
        return Optional.of(suppression);
      }
    }
    return Optional.empty();
  }

  /** The decisions that hold no more. */
  List<Suppression> expired() {
    return all.stream().filter(suppression -> suppression.isExpiredOn(today)).toList();
  }

  /**
   * The decisions that no finding of this run needed, though it looked where they point.
   *
   * @param displayPaths the files that were scanned
   * @param isWhole whether all files of the project and of the machine were
   * @param leftOut finding types that this run did not look for
   */
  List<Suppression> unused(List<String> displayPaths, boolean isWhole, Set<String> leftOut) {
    return all.stream()
        .filter(suppression -> !suppression.isExpiredOn(today) && !used.contains(suppression))
        .filter(suppression -> !leftOut.contains(suppression.type()))
        .filter(
            suppression ->
                suppression.file().isEmpty()
                    ? isWhole
                    : displayPaths.stream().anyMatch(suppression::mayConcern))
        .toList();
  }
}
