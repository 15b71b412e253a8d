package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigSource;
import java.util.List;
import java.util.Map;

/**
 * What would be changed in one file. Holds secrets, and so never leaves the process as a whole.
 *
 * @param before the lines of the file as it is
 * @param after its lines as they would be
 * @param changed the changed file
 * @param fixes what is mended
 * @param unfixed what is not, and why
 * @param secrets what has to be kept elsewhere first, by the name of the variable
 * @param holdsSecrets whether the file holds secrets as it is
 */
public record FixPlan(
    FixText before,
    FixText after,
    ConfigSource changed,
    List<Fix> fixes,
    List<Fix> unfixed,
    Map<String, String> secrets,
    boolean holdsSecrets) {
  public FixPlan {
    fixes = List.copyOf(fixes);
    unfixed = List.copyOf(unfixed);
    secrets = Map.copyOf(secrets);
  }

  /** The changed file's bytes. */
  public byte[] bytes() {
    return changed.encode(changed.text());
  }

  /** Whether the file would be another. */
  public boolean changesFile() {
    return !fixes.isEmpty();
  }

  @Override
  public String toString() {
    return "FixPlan[" + fixes + ", " + unfixed + "]";
  }
}
