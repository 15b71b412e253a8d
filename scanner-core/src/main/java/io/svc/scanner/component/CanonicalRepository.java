package io.svc.scanner.component;

import io.svc.scanner.launch.GitSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The repository of a {@link GitSource}, with one name for all its addresses at a forge.
 *
 * @param name name such as {@code github.com/owner/repository}; the address at an unknown forge
 * @param forge type of its package URLs; empty for a forge without package URLs
 * @param path {@code owner/repository}; empty for a forge without package URLs
 */
record CanonicalRepository(String name, String forge, String path) {
  private static final String GITHUB = "github.com";

  /** The forges with package URLs, by each of their hosts. */
  private static final Map<String, String> FORGES =
      Map.of(
          GITHUB,
          GITHUB,
          "www.github.com",
          GITHUB,
          "api.github.com",
          GITHUB,
          "codeload.github.com",
          GITHUB,
          "raw.githubusercontent.com",
          GITHUB,
          "bitbucket.org",
          "bitbucket.org");

  /** Shorthands of forges in npm and Nix. */
  private static final List<String> SHORTHANDS = List.of("github:", "bitbucket:");

  /** Returns the repository of a source; a shorthand refers to GitHub. */
  static CanonicalRepository of(GitSource source, boolean isShorthand) {
    String text = isShorthand ? "github:" + source.shown() : source.shown();
    for (String shorthand : SHORTHANDS) {
      if (text.startsWith(shorthand)) {
        String forge = shorthand.equals("github:") ? GITHUB : "bitbucket.org";
        return at(forge, text.substring(shorthand.length()), source.shown());
      }
    }
    int scheme = text.indexOf("://");
    String address = scheme < 0 ? text : text.substring(scheme + 3);
    int end = 0;
    while (end < address.length() && "/:".indexOf(address.charAt(end)) < 0) {
      end++;
    }
    String forge = FORGES.get(address.substring(0, end).toLowerCase(Locale.ROOT));
    // A colon precedes the port if there is a scheme, otherwise the path.
    int start = scheme < 0 ? end : Math.max(end, address.indexOf('/', end));
    String path = start < address.length() ? address.substring(start + 1) : "";
    boolean isApi = path.startsWith("repos/");
    return forge == null
        ? new CanonicalRepository(source.shown(), "", "")
        : at(forge, isApi ? path.substring("repos/".length()) : path, source.shown());
  }

  private static CanonicalRepository at(String forge, String path, String address) {
    String[] segments = path.split("/", -1);
    String repository = segments.length > 1 ? segments[1] : "";
    int at = repository.indexOf('@');
    repository = at < 0 ? repository : repository.substring(0, at);
    repository =
        repository.endsWith(".git")
            ? repository.substring(0, repository.length() - ".git".length())
            : repository;
    if (segments[0].isEmpty() || repository.isEmpty()) {
      return new CanonicalRepository(address, "", "");
    }
    // Both forges are case-insensitive.
    String name = (segments[0] + "/" + repository).toLowerCase(Locale.ROOT);
    return new CanonicalRepository(
        forge + "/" + name, forge.substring(0, forge.indexOf('.')), name);
  }

  /** Returns the requested branch, tag or range; empty when there is none. */
  static String revision(String text) {
    int hash = text.indexOf('#');
    // pip appends #subdirectory=src.
    if (hash > 0 && text.indexOf('=', hash) < 0) {
      return text.substring(hash + 1);
    }
    String address = hash < 0 ? text : text.substring(0, hash);
    int at = address.lastIndexOf('@');
    boolean isBehindPath = at > address.indexOf('/', address.indexOf("://") + 3);
    return at > 0 && isBehindPath && address.indexOf('/', at) < 0 ? address.substring(at + 1) : "";
  }

  /** Returns the package URL; empty when the forge has none. */
  String purl(String commit) {
    return forge.isEmpty() ? "" : PackageUrl.ofRepository(forge, path, commit);
  }
}
