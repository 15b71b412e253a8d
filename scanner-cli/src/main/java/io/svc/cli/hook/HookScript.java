package io.svc.cli.hook;

import io.svc.rules.Severity;
import io.svc.scanner.client.SkillScripts;
import java.util.List;
import java.util.SortedSet;

/** The hook's lines in POSIX sh. They run inside existing hooks, with any shell options. */
final class HookScript {
  private static final String TEXT =
      """
      # Scans the MCP configuration that is about to be committed.
      # Written by "svc-preflight hook install"; "svc-preflight hook uninstall" takes it out.
      # Git decides quickly whether a client's file is staged. If Git fails, the scan runs.
      # Scripts are scanned next to the text of a skill.
      git --glob-pathspecs --icase-pathspecs \\
        diff --cached --quiet --no-ext-diff --no-renames -- \\
      %s && {
        svc_skills=$(git --glob-pathspecs --icase-pathspecs ls-files -- '%s') &&
        [ -z "$svc_skills" ] ||
        git --glob-pathspecs --icase-pathspecs \\
          diff --cached --quiet --no-ext-diff --no-renames -- \\
      %s
      } || {
        svc_preflight=
        for svc_candidate in %s; do
          if command -v "$svc_candidate" >/dev/null 2>&1; then
            svc_preflight=$svc_candidate
            break
          fi
        done
        if [ -z "$svc_preflight" ]; then
          echo 'svc-preflight is not on the PATH: nothing was scanned, so nothing is committed.' >&2
          echo 'Install it, or commit without the scan: git commit --no-verify' >&2
          exit 1
        fi
        "$svc_preflight" scan --staged --quiet --severity-threshold %s --format table || {
          echo 'svc-preflight stops this commit; to commit all the same: git commit --no-verify' >&2
          exit 1
        }
        unset svc_preflight svc_candidate
      }
      unset svc_skills
      """;

  /** The command's names; on Windows it has a wrapper. */
  static final List<String> PROGRAMS = List.of("svc-preflight", "svc-preflight.cmd");

  private HookScript() {}

  /**
   * Returns the lines between the marks.
   *
   * @param globs patterns of the files that a scan reads
   * @param otherwise the command's path if it is not on the PATH, as in graphical git clients with
   *     a short PATH; empty for none
   */
  static String text(Severity threshold, SortedSet<String> globs, String otherwise) {
    String candidates = String.join(" ", PROGRAMS);
    String all = otherwise.isEmpty() ? candidates : candidates + " " + quoted(otherwise);
    return TEXT.formatted(
        lines("  ", globs),
        SkillScripts.PATTERN,
        lines("    ", StagedFileGlobs.scripts()),
        all,
        threshold.label());
  }

  private static String lines(String indent, SortedSet<String> globs) {
    StringBuilder lines = new StringBuilder();
    for (String glob : globs) {
      lines.append(lines.isEmpty() ? "" : " \\\n").append(indent).append(quoted(glob));
    }
    return lines.toString();
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
