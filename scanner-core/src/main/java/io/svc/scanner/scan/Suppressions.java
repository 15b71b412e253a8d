package io.svc.scanner.scan;

import io.svc.scanner.finding.Finding;
import java.time.LocalDate;
import java.util.ArrayList;
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

  /** Whether there is no decision at all. */
  public boolean isEmpty() {
    return all.isEmpty();
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
    List<Suppression> expired = new ArrayList<>();
    for (Suppression suppression : all) {
      if (suppression.isExpiredOn(today)) {
        expired.add(suppression);
      }
    }
    return expired;
  }

  /**
   * The decisions that no finding of this run needed, though it looked where they point.
   *
   * @param displayPaths the files that were scanned
   * @param isWhole whether all files of the project and of the machine were
   * @param leftOut finding types that this run did not look for
   */
  List<Suppression> unused(List<String> displayPaths, boolean isWhole, Set<String> leftOut) {
    List<Suppression> unused = new ArrayList<>();
    for (Suppression suppression : all) {
      boolean isNeedless =
          !suppression.isExpiredOn(today)
              && !used.contains(suppression)
              && !leftOut.contains(suppression.type());
      if (isNeedless && isLookedAt(suppression, displayPaths, isWhole)) {
        unused.add(suppression);
      }
    }
    return unused;
  }

  private static boolean isLookedAt(
      Suppression suppression, List<String> displayPaths, boolean isWhole) {
    if (suppression.file().isEmpty()) {
      return isWhole;
    }
    for (String path : displayPaths) {
      if (suppression.mayConcern(path)) {
        return true;
      }
    }
    return false;
  }
}
