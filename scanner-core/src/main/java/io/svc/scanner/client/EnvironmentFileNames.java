package io.svc.scanner.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The names of files with variables and credentials: {@code .env} and its variants, {@code .npmrc},
 * {@code .netrc} and {@code .pypirc}. Names are compared without case. This class accesses no
 * files.
 */
public final class EnvironmentFileNames {
  private static final Set<String> CREDENTIAL_FILES =
      Set.of(".npmrc", ".netrc", "_netrc", ".pypirc");

  /** Parts of the names of files that show which variables exist. */
  private static final Set<String> EXAMPLE_PARTS =
      Set.of("example", "examples", "sample", "template", "tmpl", "dist", "defaults", "schema");

  /** Extensions of program code, other formats and encrypted files. */
  private static final Set<String> OTHER_EXTENSIONS =
      Set.of(
          "ts", "js", "mjs", "cjs", "py", "sh", "json", "yaml", "yml", "toml", "md", "vault", "gpg",
          "age", "enc", "asc");

  private EnvironmentFileNames() {}

  /**
   * Returns patterns that match all these names, and some others. In a pattern, {@code *} matches
   * any characters.
   */
  public static List<String> globs() {
    List<String> globs = new ArrayList<>(CREDENTIAL_FILES);
    globs.addAll(List.of(".env*", "env.*", "*.env"));
    return globs;
  }

  /** Returns true if a path has the name of an environment file. */
  public static boolean contains(Path path) {
    Path fileName = path.getFileName();
    return fileName != null && contains(fileName.toString());
  }

  /** Returns true for the name of an environment file, without directories. */
  public static boolean contains(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    if (CREDENTIAL_FILES.contains(name)) {
      return true;
    }
    List<String> parts = parts(name);
    return parts.contains("env")
        && (name.startsWith(".env") || name.startsWith("env.") || name.endsWith(".env"))
        && !OTHER_EXTENSIONS.contains(parts.get(parts.size() - 1));
  }

  /** Returns true if the name of a file says that it only shows which variables exist. */
  public static boolean isExample(String path) {
    int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    String name = path.substring(slash + 1).toLowerCase(Locale.ROOT);
    for (String part : parts(name)) {
      if (EXAMPLE_PARTS.contains(part)) {
        return true;
      }
    }
    return false;
  }

  /** Splits a name at dots, hyphens and underscores. */
  private static List<String> parts(String name) {
    List<String> parts = new ArrayList<>(4);
    int start = 0;
    for (int i = 0; i <= name.length(); i++) {
      if (i == name.length() || ".-_".indexOf(name.charAt(i)) >= 0) {
        parts.add(name.substring(start, i));
        start = i + 1;
      }
    }
    return parts;
  }
}
