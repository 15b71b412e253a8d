package io.svc.scanner.fix;

import java.util.Optional;
import java.util.Set;

/**
 * Options of a fix.
 *
 * @param findingTypes types of the findings to fix
 * @param usesInputs whether secrets of Visual Studio Code become inputs instead of variables
 * @param secretsObstacle reason why secrets cannot be moved; empty when they can
 * @param pins source of versions
 * @param accepted findings that are not fixed
 */
public record FixOptions(
    Set<String> findingTypes,
    boolean usesInputs,
    Optional<String> secretsObstacle,
    PinSource pins,
    AcceptedFindings accepted) {
  public FixOptions {
    findingTypes = Set.copyOf(findingTypes);
  }

  boolean includes(String findingType) {
    return findingTypes.contains(findingType);
  }
}
