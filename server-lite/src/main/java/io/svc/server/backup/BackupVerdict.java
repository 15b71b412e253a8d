package io.svc.server.backup;

import java.util.List;

/**
 * The result of checking a backup.
 *
 * @param problems problems for users; empty when it can be restored
 * @param auditEntries the number of entries with verified hashes
 * @param migrations the migrations that a restore by this version would run
 */
public record BackupVerdict(
    BackupManifest manifest, List<String> problems, long auditEntries, List<String> migrations) {
  public BackupVerdict {
    problems = List.copyOf(problems);
    migrations = List.copyOf(migrations);
  }

  /** Returns whether the backup is intact. */
  public boolean ok() {
    return problems.isEmpty();
  }
}
