package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigSource;
import java.util.List;
import java.util.Map;

/**
 * The planned changes of a file. Contains secrets, so the complete plan must never leave the
 * process.
 *
 * @param before current lines of the file
 * @param after changed lines of the file
 * @param changed source of the changed file
 * @param fixes fixed findings
 * @param unfixed findings that are not fixed, with reasons
 * @param secrets secrets to store elsewhere first, by the name of the variable
 * @param holdsSecrets whether the current file contains secrets
 */
public record FixPlan(
    FileLines before,
    FileLines after,
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

  /** Returns the bytes of the changed file. */
  public byte[] bytes() {
    return changed.encode(changed.text());
  }

  /** Returns true if the plan changes the file. */
  public boolean changesFile() {
    return !fixes.isEmpty();
  }

  @Override
  public String toString() {
    return "FixPlan[" + fixes + ", " + unfixed + "]";
  }
}
