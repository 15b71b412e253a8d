package io.svc.server.policies.dsl;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An inclusive range of ports, such as {@code 8000-8999}. */
record PortRange(int first, int last) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");
  private static final int LARGEST = 65_535;

  static Optional<PortRange> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int first = Integer.parseInt(matcher.group(1));
    int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
    boolean isRange = first >= 1 && first <= last && last <= LARGEST;
    return isRange ? Optional.of(new PortRange(first, last)) : Optional.empty();
  }

  boolean contains(int port) {
    return first <= port && port <= last;
  }

  @Override
  public String toString() {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
