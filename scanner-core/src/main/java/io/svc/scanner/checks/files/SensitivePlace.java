package io.svc.scanner.checks.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A location of secrets, recognized by the names in its path, independent of the notation of the
 * home directory.
 *
 * @param words description of its content as the end of a sentence; empty for other locations
 * @param isDirectory whether the path is a complete directory, not a file in it
 * @param isDotEnv whether it is a project's environment file
 */
public record SensitivePlace(String words, boolean isDirectory, boolean isDotEnv) {
  private static final SensitivePlace NONE = new SensitivePlace("", false, false);

  /** Names below a sensitive directory that contain no secrets. */
  private static final Set<String> HARMLESS_BELOW =
      Set.of(
          "known_hosts",
          "known_hosts.old",
          "ssh_config",
          "ssh_known_hosts",
          "amazonq",
          "native-messaging-hosts",
          "application");

  /** Directories in which systems store programs and public keys under the names of secrets. */
  private static final List<String> HARMLESS_ABOVE = List.of("/usr/share/", "/opt/", "/snap/");

  /** Suffixes of sample files without secrets. */
  private static final List<String> SAMPLES =
      List.of("example", "sample", "template", "tpl", "dist", "defaults", "schema", "test");

  private static final String DOT_ENV = ".env";

  public boolean isSensitive() {
    return !words.isEmpty();
  }

  /** Returns the location that a path denotes or is inside of. */
  public static SensitivePlace of(String path) {
    String folded = path.strip().replace('\\', '/').toLowerCase(Locale.ROOT);
    if (folded.equals("/etc") || folded.equals("/etc/") || folded.equals("/private/etc")) {
      return new SensitivePlace("the settings and accounts of this machine", true, false);
    }
    String previous = "";
    int start = 0;
    while (start <= folded.length()) {
      int slash = folded.indexOf('/', start);
      int end = slash < 0 ? folded.length() : slash;
      String name = folded.substring(start, end);
      if (!name.isEmpty()) {
        boolean isLast = end >= folded.length() - 1;
        if (isLast && isDotEnv(name)) {
          return new SensitivePlace(SensitivePlaces.DOT_ENV, false, true);
        }
        String words = SensitivePlaces.of(previous, name);
        if (words.isEmpty() && isLast && name.equals(".docker")) {
          words = "credentials of container registries";
        }
        if (!words.isEmpty()) {
          return isHarmless(folded, end)
              ? NONE
              : new SensitivePlace(words, isLast && !SensitivePlaces.isFile(name), false);
        }
        previous = name;
      }
      start = end + 1;
    }
    return NONE;
  }

  /**
   * Returns whether a name is an environment file: {@code .env} and {@code .env.local}, but not
   * {@code .env.example}.
   */
  private static boolean isDotEnv(String name) {
    if (!name.startsWith(DOT_ENV)) {
      return false;
    }
    for (String sample : SAMPLES) {
      if (name.endsWith(sample)) {
        return false;
      }
    }
    return name.length() == DOT_ENV.length() || name.charAt(DOT_ENV.length()) == '.';
  }

  private static boolean isHarmless(String folded, int end) {
    if (folded.endsWith(".pub")) {
      return true;
    }
    for (String start : HARMLESS_ABOVE) {
      if (folded.startsWith(start)) {
        return true;
      }
    }
    int start = Math.min(end + 1, folded.length());
    int slash = folded.indexOf('/', start);
    return HARMLESS_BELOW.contains(folded.substring(start, slash < 0 ? folded.length() : slash));
  }

  /**
   * Returns the paths of a list separated by commas, semicolons or colons. The colon of a drive or
   * a reference is not a separator.
   */
  static List<String> pathsIn(String value) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    boolean isInBraces = false;
    for (int i = 0; i <= value.length(); i++) {
      char c = i == value.length() ? ',' : value.charAt(i);
      isInBraces = (isInBraces || c == '{') && c != '}' && i < value.length();
      boolean isDriveOrScheme =
          c == ':'
              && i + 1 < value.length()
              && "/\\".indexOf(value.charAt(i + 1)) >= 0
              && (i - start == 1 || value.startsWith("//", i + 1));
      if ((c == ',' || c == ';' || c == ':') && !isInBraces && !isDriveOrScheme) {
        if (isPath(value.substring(start, i))) {
          parts.add(value.substring(start, i));
        }
        start = i + 1;
      }
    }
    return parts;
  }

  /**
   * Returns whether a text is a path. Text with blanks is a path only if it starts like one;
   * otherwise it is a sentence.
   */
  private static boolean isPath(String text) {
    String part = text.strip();
    if (part.isEmpty() || part.charAt(0) == '!' || isAddress(part)) {
      return false;
    }
    boolean isDrive = part.length() > 1 && part.charAt(1) == ':';
    return part.indexOf(' ') < 0 || isDrive || "~/.$%\\".indexOf(part.charAt(0)) >= 0;
  }

  private static boolean isAddress(String part) {
    return part.contains("://") && !part.startsWith("file://");
  }
}
