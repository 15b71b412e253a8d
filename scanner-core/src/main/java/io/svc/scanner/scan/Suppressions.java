package io.svc.scanner.scan;

import io.svc.scanner.finding.Finding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The suppressions of a scanner run, with a record of the suppressions that matched. Thread-safe.
 */
public final class Suppressions {
  /** No suppressions. */
  static final Suppressions NONE = new Suppressions(List.of(), LocalDate.EPOCH, false);

  private final List<Suppression> all;
  private final LocalDate today;
  private final boolean isShown;
  private final Set<Suppression> used = ConcurrentHashMap.newKeySet();

  /**
   * Creates the suppressions of a day.
   *
   * @param today the current day; expired suppressions have no effect
   * @param isShown whether reports contain suppressed findings, marked and not counted
   */
  public Suppressions(List<Suppression> all, LocalDate today, boolean isShown) {
    this.all = List.copyOf(all);
    this.today = today;
    this.isShown = isShown;
  }

  /** Returns true if there are no suppressions. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  boolean isShown() {
    return isShown;
  }

  /** Returns the suppression of a finding; empty when none matches. */
  Optional<Suppression> of(Finding finding, String displayPath) {
    for (Suppression suppression : all) {
      if (!suppression.isExpiredOn(today) && suppression.covers(finding, displayPath)) {
        used.add(suppression);
        return Optional.of(suppression);
      }
    }
    return Optional.empty();
  }

  /** Returns the expired suppressions. */
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
   * Returns the suppressions that matched no finding although the run checked their scope.
   *
   * @param displayPaths the scanned files
   * @param isFullScan whether all files of the project and the machine were scanned
   * @param leftOut finding types that the run did not check
   */
  List<Suppression> unused(List<String> displayPaths, boolean isFullScan, Set<String> leftOut) {
    List<Suppression> unused = new ArrayList<>();
    for (Suppression suppression : all) {
      boolean isNeedless =
          !suppression.isExpiredOn(today)
              && !used.contains(suppression)
              && !leftOut.contains(suppression.type());
      if (isNeedless && isInScope(suppression, displayPaths, isFullScan)) {
        unused.add(suppression);
      }
    }
    return unused;
  }

  private static boolean isInScope(
      Suppression suppression, List<String> displayPaths, boolean isFullScan) {
    if (suppression.file().isEmpty()) {
      return isFullScan;
    }
    for (String path : displayPaths) {
      if (suppression.mayApplyTo(path)) {
        return true;
      }
    }
    return false;
  }
}
