package io.svc.server.policies.dsl;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A host, or with {@code *.} in front all hosts below it, at any depth, but not itself. Nothing
 * else, so that nobody writes {@code *example.com} and lets {@code evilexample.com} in.
 *
 * @param name what is meant, or what is above of it
 */
record HostPattern(String name, boolean isBelow) {
  private static final String BELOW = "*.";
  private static final Pattern PORT = Pattern.compile("[^:\\[\\]]+:\\d+|\\[.*]:\\d+");

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException with a message for who wrote it
   */
  static HostPattern parse(String text) {
    boolean isBelow = text.startsWith(BELOW);
    String name = isBelow ? text.substring(BELOW.length()) : text;
    refuse(name.isBlank(), text, "a host or *. and a domain; leave it out for any host");
    refuse(
        name.indexOf('*') >= 0 || name.indexOf('?') >= 0,
        text,
        "a host, or one leading *. before a domain");
    refuse(name.contains("://") || name.contains("/"), text, "a host; a URL belongs to url");
    refuse(PORT.matcher(name).matches(), text, "a host; its port belongs to port");
    if (!name.chars().allMatch(c -> c < 128)) {
      refuse(true, text, "the name in its ASCII form" + asciiForm(text, name));
    }
    String host = HostText.normalise(name);
    refuse(host.isEmpty() || host.contains(".."), text, "a host such as api.example.com");
    refuse(
        isBelow && !HostText.addresses(host).isEmpty(), text, "a domain behind *., not an address");
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

  private static void refuse(boolean isWrong, String text, String expected) {
    if (isWrong) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no host pattern; expected " + expected);
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

  /** Whether it surely means whatever the other means. */
  boolean covers(HostPattern other) {
    if (!other.isBelow) {
      return matches(other.name);
    }
    return isBelow && (other.name.equals(name) || isUnder(other.name));
  }

  /** Whether no host is meant by both: of two patterns that share one, one covers the other. */
  boolean isDisjointFrom(HostPattern other) {
    return !covers(other) && !other.covers(this);
  }

  @Override
  public String toString() {
    return isBelow ? BELOW + name : name;
  }
}
