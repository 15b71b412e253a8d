package io.svc.rules;

import java.util.List;

/**
 * An advisory for one package: the vulnerable versions in one OSV record.
 *
 * @param id the id of the record
 * @param aliases other ids of the same problem, such as a CVE
 * @param severity the severity of the problem
 * @param summary one line
 * @param isMalware whether the package is malicious
 * @param ranges ranges of vulnerable versions
 * @param versions single vulnerable versions
 * @see <a href="https://ossf.github.io/osv-schema/">Open Source Vulnerability format</a>
 */
public record Advisory(
    String id,
    List<String> aliases,
    Severity severity,
    String summary,
    boolean isMalware,
    List<Range> ranges,
    List<String> versions) {

  public Advisory {
    aliases = List.copyOf(aliases);
    ranges = List.copyOf(ranges);
    versions = List.copyOf(versions);
  }

  /**
   * A range of vulnerable versions.
   *
   * @param introduced the first vulnerable version; {@code 0} for the first version of the package
   * @param fixed the first version without the problem; empty if unknown
   * @param lastAffected the last vulnerable version if no fixed version is available; empty for
   *     none
   */
  public record Range(String introduced, String fixed, String lastAffected) {}

  /** Returns the CVE of the problem, or the record's id if it has none. */
  public String name() {
    for (String alias : aliases) {
      if (alias.startsWith("CVE-")) {
        return alias;
      }
    }
    return id;
  }

  /** Returns the first version without the problem in the newest range; empty if unknown. */
  public String fixed() {
    return ranges.isEmpty() ? "" : ranges.get(ranges.size() - 1).fixed();
  }
}
