package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the versions in the texts of lock files. */
public final class LockedVersions {
  /** Lock files of Node.js, the most reliable first. */
  public static final List<String> NODE =
      List.of("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml");

  /** Lock files of Python, the most reliable first. */
  public static final List<String> PYTHON = List.of("uv.lock", "poetry.lock", "requirements.txt");

  private static final Pattern YARN_VERSION =
      Pattern.compile("^\\s+\"?version\"?:?\\s+\"?([^\"\\s]{1,100})\"?\\s*$");
  private static final Pattern PNPM_KEY =
      Pattern.compile(
          "^ {2}['\"]?/?((?:@[^/@\\s]{1,100}/)?[^/@\\s'\"]{1,200})[@/]([0-9][^('\"_\\s:]{0,99}).*:.*$");
  private static final Pattern TOML_TEXT =
      Pattern.compile("^(name|version)\\s*=\\s*[\"']([^\"']{1,200})[\"']\\s*$");
  private static final Pattern REQUIREMENT =
      Pattern.compile(
          "^\\s*([A-Za-z0-9][A-Za-z0-9._-]{0,200})(?:\\[[^\\]]*\\])?\\s*===?\\s*([A-Za-z0-9][^\\s;,#\\\\]{0,99}).*$");

  private LockedVersions() {}

  /**
   * Returns the versions of a package in a lock file, usually one.
   *
   * @param nameFilter whether a name is the package's name
   */
  public static Set<String> in(String fileName, String text, Predicate<String> nameFilter) {
    return switch (fileName) {
      case "package-lock.json", "npm-shrinkwrap.json" -> ofNpm(text, nameFilter);
      case "yarn.lock" -> ofYarn(text, nameFilter);
      case "pnpm-lock.yaml" -> ofLines(PNPM_KEY, text, nameFilter);
      case "uv.lock", "poetry.lock" -> ofTomlPackages(text, nameFilter);
      default -> ofLines(REQUIREMENT, text, nameFilter);
    };
  }

  /** Returns the version in the text of a {@code package.json}. */
  public static Optional<String> ofPackage(String text) {
    return ConfigReader.readJson(text).flatMap(LockedVersions::versionOf);
  }

  private static Optional<String> versionOf(ConfigNode node) {
    return node instanceof ConfigObject object
        ? object.findText("version").map(ConfigText::text)
        : Optional.empty();
  }

  private static Set<String> ofNpm(String text, Predicate<String> nameFilter) {
    Set<String> versions = new TreeSet<>();
    if (ConfigReader.readJson(text).orElse(null) instanceof ConfigObject root) {
      // Of several packages with the same name, the project's direct dependency is not nested.
      root.findObject("packages")
          .ifPresent(packages -> addVersions(packages, "node_modules/", nameFilter, versions));
      if (versions.isEmpty()) {
        root.findObject("dependencies")
            .ifPresent(packages -> addVersions(packages, "", nameFilter, versions));
      }
    }
    return versions;
  }

  private static void addVersions(
      ConfigObject packages, String prefix, Predicate<String> nameFilter, Set<String> versions) {
    for (ConfigObject.Member member : packages.members()) {
      String name = member.name();
      if (name.startsWith(prefix) && nameFilter.test(name.substring(prefix.length()))) {
        versionOf(member.value()).ifPresent(versions::add);
      }
    }
  }

  private static Set<String> ofYarn(String text, Predicate<String> nameFilter) {
    Set<String> versions = new TreeSet<>();
    boolean isIn = false;
    for (String line : text.lines().toList()) {
      if (!line.isBlank() && !Character.isWhitespace(line.charAt(0)) && line.charAt(0) != '#') {
        isIn = false;
        for (String spec : line.split(",", -1)) {
          String plain = spec.strip().replace("\"", "");
          int at = plain.indexOf('@', 1);
          isIn |= at > 0 && nameFilter.test(plain.substring(0, at));
        }
      }
      Matcher version = YARN_VERSION.matcher(line);
      if (isIn && version.matches()) {
        versions.add(version.group(1));
      }
    }
    return versions;
  }

  private static Set<String> ofTomlPackages(String text, Predicate<String> nameFilter) {
    Set<String> versions = new TreeSet<>();
    boolean isPackage = false;
    boolean isIn = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith("[")) {
        isPackage = line.strip().equals("[[package]]");
        isIn = false;
      }
      Matcher pair = TOML_TEXT.matcher(line);
      if (isPackage && pair.matches()) {
        if (pair.group(1).equals("name")) {
          isIn = nameFilter.test(pair.group(2));
        } else if (isIn) {
          versions.add(pair.group(2));
        }
      }
    }
    return versions;
  }

  private static Set<String> ofLines(Pattern pattern, String text, Predicate<String> nameFilter) {
    Set<String> versions = new TreeSet<>();
    for (String line : text.lines().toList()) {
      Matcher entry = pattern.matcher(line);
      if (entry.matches() && nameFilter.test(entry.group(1))) {
        versions.add(entry.group(2));
      }
    }
    return versions;
  }
}
