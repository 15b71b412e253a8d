package io.svc.scanner.fix;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;

/**
 * What is to be mended.
 *
 * @param findingTypes of the findings to mend
 * @param usesInputs whether secrets of Visual Studio Code become inputs rather than variables
 * @param secretsObstacle why no secret can be moved; empty when they can
 * @param pins knows versions
 * @param accepted findings that stay
 */
public record FixOptions(
    Set<String> findingTypes,
    boolean usesInputs,
    Optional<String> secretsObstacle,
    PinSource pins,
    AcceptedFindings accepted) {
  public FixOptions {
    findingTypes = Set.copyOf(findingTypes);
    requireNonNull(secretsObstacle, "secretsObstacle is null");
    requireNonNull(pins, "pins is null");
    requireNonNull(accepted, "accepted is null");
  }

  boolean wants(String findingType) {
    return findingTypes.contains(findingType);
  }
}
