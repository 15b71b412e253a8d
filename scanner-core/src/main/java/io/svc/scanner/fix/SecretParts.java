package io.svc.scanner.fix;

import io.svc.scanner.config.Launch;
import io.svc.scanner.redact.FieldName;
import io.svc.scanner.redact.FoundSecret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Locates the secrets in a value. */
final class SecretParts {
  /** A secret of this length is unambiguous at any place. */
  private static final int UNMISTAKABLE = 12;

  private static final int LONGEST_NAME = 80;
  private static final String BEFORE = "=:/,;& \t\n\"'`";
  private static final String AFTER = "@;,& \t\n\"'`#)]}";

  /** {@code name=}, {@code "name": "Bearer }, {@code --name }: the name of the following text. */
  private static final Pattern NAME =
      Pattern.compile(
          "(?i)([a-z][a-z0-9_.-]{0,80})(?:[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?|\\s{1,3}[\"']?)"
              + "(?:(?:bearer|token|basic|apikey|api-key|key|bot|ssws)\\s{1,3})?$");

  private static final Pattern DEFAULT =
      Pattern.compile("\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]{0,100}):?[-=]([^{}]{1,300})\\}");

  /**
   * A part of a value to store elsewhere.
   *
   * @param start start, inclusive
   * @param end end, exclusive
   * @param name name in the preceding text; empty when there is none
   */
  record Part(int start, int end, String name) {}

  private SecretParts() {}

  /**
   * Returns all parts in order; empty when a secret cannot be distinguished from the text around
   * it.
   */
  static Optional<List<Part>> of(String text, List<FoundSecret> secrets) {
    List<Part> found = new ArrayList<>();
    for (FoundSecret secret : secrets) {
      List<Integer> starts = startsOf(text, secret.value());
      if (starts.isEmpty()) {
        return Optional.empty();
      }
      for (int start : starts) {
        found.add(part(text, start, start + secret.value().length()));
      }
    }
    // Of nested parts the outermost counts, because its value contains the others.
    found.sort(Comparator.comparingInt(Part::start).thenComparing(Part::end, (a, b) -> b - a));
    List<Part> outermost = new ArrayList<>();
    for (Part part : found) {
      Part last = outermost.isEmpty() ? new Part(0, 0, "") : outermost.get(outermost.size() - 1);
      if (part.end() <= last.end()) {
        continue;
      }
      if (part.start() < last.end()) {
        return Optional.empty();
      }
      outermost.add(part);
    }
    return Optional.of(outermost);
  }

  private static Part part(String text, int start, int end) {
    Matcher reference = DEFAULT.matcher(text);
    while (reference.find()) {
      if (reference.start(2) <= start && end <= reference.end(2)) {
        // The complete default is stored, and removed from the reference.
        return new Part(reference.start(), reference.end(), reference.group(1));
      }
    }
    return new Part(start, end, nameOf(text, start, end));
  }

  /** Returns the value of a part: its text, or the default if it is a reference. */
  static String valueOf(String text, Part part) {
    String written = text.substring(part.start(), part.end());
    Matcher reference = DEFAULT.matcher(written);
    return reference.matches() ? reference.group(2) : written;
  }

  private static String nameOf(String text, int start, int end) {
    if (start > 0 && text.charAt(start - 1) == ':' && text.startsWith("@", end)) {
      return "PASSWORD";
    }
    Matcher name = NAME.matcher(text.substring(Math.max(0, start - LONGEST_NAME), start));
    if (!name.find()) {
      return "";
    }
    boolean isFlag =
        name.start() > 0 && text.charAt(start - (name.end() - name.start()) - 1) == '-';
    boolean isNamed = name.group().indexOf('=') > 0 || name.group().indexOf(':') > 0;
    if (!isFlag && name.group().endsWith(":") && !isCredential(name.group(1))) {
      // A user name.
      return "PASSWORD";
    }
    return isFlag ? nameOfFlag("-" + name.group(1)) : isNamed ? name.group(1) : "";
  }

  private static boolean isCredential(String name) {
    FieldName field = FieldName.of(name);
    return field.isSecret() || field.isPassword();
  }

  /**
   * Returns the name of the value after a flag: that of a property in {@code -Ddb.password}, and
   * none for {@code -c} before a script.
   */
  static String nameOfFlag(String flag) {
    if (Launch.isScriptFlag(flag)) {
      return "";
    }
    return flag.startsWith("-D") && flag.length() > 3 ? flag.substring(2) : flag;
  }

  private static List<Integer> startsOf(String text, String secret) {
    List<Integer> all = new ArrayList<>();
    List<Integer> apart = new ArrayList<>();
    List<Integer> inLogin = new ArrayList<>();
    for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
      all.add(at);
      int end = at + secret.length();
      boolean isBegun = at > 0 && BEFORE.indexOf(text.charAt(at - 1)) >= 0;
      boolean isEnded = end == text.length() || AFTER.indexOf(text.charAt(end)) >= 0;
      if (isBegun && isEnded) {
        apart.add(at);
      }
      if (isBegun && text.charAt(at - 1) == ':' && text.startsWith("@", end)) {
        inLogin.add(at);
      }
    }
    if (all.size() <= 1 || secret.length() >= UNMISTAKABLE) {
      return withoutOverlaps(all, secret.length());
    }
    return inLogin.size() == 1 ? inLogin : apart.size() == 1 ? apart : List.of();
  }

  private static List<Integer> withoutOverlaps(List<Integer> starts, int length) {
    List<Integer> nonOverlapping = new ArrayList<>();
    for (int start : starts) {
      if (nonOverlapping.isEmpty()
          || start >= nonOverlapping.get(nonOverlapping.size() - 1) + length) {
        nonOverlapping.add(start);
      }
    }
    return nonOverlapping;
  }
}
