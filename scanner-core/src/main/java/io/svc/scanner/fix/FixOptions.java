package io.svc.scanner.fix;

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
  }

  boolean wants(String findingType) {
    return findingTypes.contains(findingType);
  }
}
