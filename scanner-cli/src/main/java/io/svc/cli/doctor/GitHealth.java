package io.svc.cli.doctor;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.hook.GitHooks;
import io.svc.cli.hook.HookFile;
import io.svc.scanner.scan.ProjectPaths;

/** Checks whether git runs the command before a commit. */
final class GitHealth {
  private final ProcessContext surroundings;

  GitHealth(ProcessContext surroundings) {
    this.surroundings = surroundings;
  }

  void report(DoctorReport health) {
    GitHooks hooks;
    try {
      hooks = GitHooks.around(surroundings);
    } catch (UserErrorException e) {
      health.ok("git", e.getMessage());
      return;
    }
    ProjectPaths paths = surroundings.pathsOf(surroundings.directory());
    String file = paths.display(hooks.preCommit().toString());
    try {
      HookFile hook = HookFile.read(hooks.preCommit());
      if (!hook.isInstalled()) {
        health.ok("git", "no pre-commit hook; run svc-preflight hook install to scan each commit");
      } else if (hook.isIgnored()) {
        health.warn("git", file + " is not executable, so Git ignores it", "chmod +x " + file);
      } else {
        String location = hook.isShared() ? ", before another hook" : "";
        health.ok("git", file + " scans each commit" + location);
      }
    } catch (UserErrorException e) {
      health.warn("git", e.getMessage(), "check the file; svc-preflight hook status shows details");
    }
  }
}
