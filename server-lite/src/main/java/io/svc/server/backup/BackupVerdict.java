package io.svc.server.backup;

import java.util.List;

/**
 * What was found about a backup.
 *
 * @param problems what is wrong with it, for people; empty when it can be restored
 * @param auditEntries entries whose hashes were computed anew
 * @param migrations that a restore by this version has to run
 */
public record BackupVerdict(
    BackupManifest manifest, List<String> problems, long auditEntries, List<String> migrations) {
  public BackupVerdict {
    problems = List.copyOf(problems);
    migrations = List.copyOf(migrations);
  }

  /** Whether all is as it was written. */
  public boolean ok() {
    return problems.isEmpty();
  }
}
