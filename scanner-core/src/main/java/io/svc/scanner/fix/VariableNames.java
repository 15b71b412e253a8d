package io.svc.scanner.fix;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of variables for stored secrets, across all files of a run. Each name has one value. A
 * name that a file already refers to is not used, unless its value is known. Contains secrets. Not
 * thread-safe.
 */
public final class VariableNames {
  private static final Pattern REFERENCE =
      Pattern.compile("(?:\\$|\\$\\{|\\{|env:|secrets\\.)([A-Za-z_][A-Za-z0-9_]{0,100})");

  private final Map<String, String> values = new HashMap<>();
  private final Set<String> foreign = new HashSet<>();

  /**
   * Creates the initial names.
   *
   * @param existing stored values by name
   * @param unknown names with unknown values
   */
  public VariableNames(Map<String, String> existing, Set<String> unknown) {
    values.putAll(existing);
    unknown.forEach(name -> foreign.add(folded(name)));
  }

  /** Records the references of a file; called before changes are planned. */
  public void readReferences(String text) {
    Matcher matcher = REFERENCE.matcher(text);
    while (matcher.find()) {
      foreign.add(folded(matcher.group(1)));
    }
  }

  /** Returns the first name that is unused or has the same value, or otherwise a new name. */
  String allocate(List<String> candidates, String value) {
    for (String candidate : candidates) {
      if (isFree(candidate, value)) {
        values.put(candidate, value);
        return candidate;
      }
    }
    String last = candidates.get(candidates.size() - 1);
    int number = 2;
    while (!isFree(last + "_" + number, value)) {
      number++;
    }
    values.put(last + "_" + number, value);
    return last + "_" + number;
  }

  /** Returns the name; empty when it has another value. */
  Optional<String> allocateExactly(String name, String value) {
    if (!isName(name) || !isFree(name, value)) {
      return Optional.empty();
    }
    values.put(name, value);
    return Optional.of(name);
  }

  private boolean isFree(String name, String value) {
    String existing = values.get(name);
    if (existing != null) {
      return existing.equals(value);
    }
    if (foreign.contains(folded(name))) {
      return false;
    }
    for (String other : values.keySet()) {
      // On Windows, both are the same variable.
      if (other.equalsIgnoreCase(name)) {
        return false;
      }
    }
    return true;
  }

  private static String folded(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  /** Returns true if shells accept a text as the name of a variable. */
  static boolean isName(String text) {
    return text.length() <= 100 && text.matches("[A-Za-z_][A-Za-z0-9_]*");
  }

  /** Converts a text to a part of a name: {@code X-Api-Key} becomes {@code X_API_KEY}. */
  static String partOf(String text) {
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length() && part.length() < 60; i++) {
      char c = text.charAt(i);
      boolean isPlain = c < 128 && Character.isLetterOrDigit(c);
      boolean startsHump =
          i > 0 && Character.isUpperCase(c) && Character.isLowerCase(text.charAt(i - 1));
      boolean needsGap = (!isPlain || startsHump) && !part.isEmpty();
      if (needsGap && part.charAt(part.length() - 1) != '_') {
        part.append('_');
      }
      if (isPlain) {
        part.append(Character.toUpperCase(c));
      }
    }
    int end = part.length();
    while (end > 0 && part.charAt(end - 1) == '_') {
      end--;
    }
    return part.substring(0, end);
  }
}
