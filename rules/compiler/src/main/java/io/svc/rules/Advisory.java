package io.svc.rules;

import java.util.List;

/**
 * What is known of one package's vulnerable versions, of one record in OSV format.
 *
 * @param id of the record
 * @param aliases other ids of the same problem, such as a CVE
 * @param severity of the problem
 * @param summary one line
 * @param isMalware whether the package was made to do harm
 * @param ranges of vulnerable versions
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
   * Vulnerable versions, from {@code introduced} on.
   *
   * @param introduced the first; {@code 0} for the very first
   * @param fixed the first that is not vulnerable any more; empty when none is known
   * @param lastAffected the last that is vulnerable, where no fixed one is known; empty for none
   */
  public record Range(String introduced, String fixed, String lastAffected) {}

  /** The CVE of the problem where it has one, otherwise the record's id. */
  public String name() {
    for (String alias : aliases) {
      if (alias.startsWith("CVE-")) {
        return alias;
      }
    }
    return id;
  }

  /** The first version without the problem in the newest range; empty when none is known. */
  public String fixed() {
    return ranges.isEmpty() ? "" : ranges.get(ranges.size() - 1).fixed();
  }
}
