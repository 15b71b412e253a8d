package io.svc.server.demo;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations of demo scripts: {@code 6d 4h 30m 10s}, or {@code now}. */
final class DemoDuration {
  private static final Pattern WORDS =
      Pattern.compile("(?:(\\d+)d)? ?(?:(\\d+)h)? ?(?:(\\d+)m)? ?(?:(\\d+)s)?");

  private DemoDuration() {}

  static Duration parse(String text) {
    if (text.equals("now")) {
      return Duration.ZERO;
    }
    Matcher words = WORDS.matcher(text);
    if (text.isEmpty() || !words.matches()) {
      throw new DemoException("\"" + text + "\" is no time; expected one such as 6d 4h 30m");
    }
    return Duration.ofDays(number(words.group(1)))
        .plusHours(number(words.group(2)))
        .plusMinutes(number(words.group(3)))
        .plusSeconds(number(words.group(4)));
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
