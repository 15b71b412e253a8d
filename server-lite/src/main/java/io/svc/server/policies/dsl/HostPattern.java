package io.svc.server.policies.dsl;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A host, or with the prefix {@code *.} all its subdomains at any depth, without the host itself.
 * Other wildcards are rejected, because {@code *example.com} would match {@code evilexample.com}.
 *
 * @param name the host, or the parent domain
 */
record HostPattern(String name, boolean isBelow) {
  private static final String BELOW = "*.";
  private static final Pattern PORT = Pattern.compile("[^:\\[\\]]+:\\d+|\\[.*]:\\d+");

  /**
   * Parses a pattern.
   *
   * @throws IllegalArgumentException with a message for the author
   */
  static HostPattern parse(String text) {
    boolean isBelow = text.startsWith(BELOW);
    String name = isBelow ? text.substring(BELOW.length()) : text;
    rejectIf(name.isBlank(), text, "a host or *. and a domain; leave it out for any host");
    rejectIf(
        name.indexOf('*') >= 0 || name.indexOf('?') >= 0,
        text,
        "a host, or one leading *. before a domain");
    rejectIf(name.contains("://") || name.contains("/"), text, "a host; use url for a URL");
    rejectIf(PORT.matcher(name).matches(), text, "a host without a port; use port");
    if (!name.chars().allMatch(c -> c < 128)) {
      rejectIf(true, text, "the name in its ASCII form" + asciiForm(text, name));
    }
    String host = HostText.normalise(name);
    rejectIf(host.isEmpty() || host.contains(".."), text, "a host such as api.example.com");
    rejectIf(
        isBelow && !HostText.addresses(host).isEmpty(), text, "a domain after *., not an address");
    return new HostPattern(host, isBelow);
  }

  private static String asciiForm(String text, String name) {
    try {
      String ascii = IDN.toASCII(name).toLowerCase(Locale.ROOT);
      return ", " + text.substring(0, text.length() - name.length()) + ascii;
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static void rejectIf(boolean isWrong, String text, String expected) {
    if (isWrong) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a host pattern; expected " + expected);
    }
  }

  boolean matches(String host) {
    return isBelow ? isUnder(host) : host.equals(name);
  }

  private boolean isUnder(String host) {
    return host.length() > name.length() + 1
        && host.endsWith(name)
        && host.charAt(host.length() - name.length() - 1) == '.';
  }

  /** Returns whether every host that matches the other pattern matches this one. */
  boolean covers(HostPattern other) {
    if (!other.isBelow) {
      return matches(other.name);
    }
    return isBelow && (other.name.equals(name) || isUnder(other.name));
  }

  /** Returns whether no host matches both: of two overlapping patterns, one covers the other. */
  boolean isDisjointFrom(HostPattern other) {
    return !covers(other) && !other.covers(this);
  }

  @Override
  public String toString() {
    return isBelow ? BELOW + name : name;
  }
}
