package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A location of code in a Git repository, in the notation of npm, pip, uv, Nix, Go or Deno.
 *
 * @param shown the location without user and without the part after {@code ?} or {@code #}
 * @param commit full id of the pinned commit, which is immutable; empty when there is none
 */
public record GitSource(String shown, String commit) {
  private static final List<String> PREFIXES =
      WordListParser.list(
          """
          git+https:// git+http:// git+ssh:// git+git:// git:// ssh://git@ github: gitlab:
          bitbucket: gist: sourcehut: git@""");

  private static final Set<String> FORGES =
      WordListParser.set(
          """
          github.com www.github.com api.github.com gist.github.com gitlab.com bitbucket.org
          codeberg.org gitee.com git.sr.ht""");

  /** Hosts that serve only files of repositories at a revision. */
  private static final Set<String> FILE_HOSTS =
      Set.of(
          "raw.githubusercontent.com",
          "gist.githubusercontent.com",
          "codeload.github.com",
          "raw.githack.com",
          "rawcdn.githack.com",
          "cdn.statically.io");

  /** Path segments with which forges serve a revision. */
  private static final List<String> REVISION_PATHS =
      List.of("/archive/", "/tarball/", "/zipball/", "/raw/", "/blob/", "/get/", "/tree/");

  private static final Set<String> GO_VERSIONS = Set.of("", "latest", "upgrade", "patch", "none");
  private static final int LONGEST_PREFIX = 12;
  private static final int SHORT_COMMIT = 7;
  private static final int SHA1 = 40;
  private static final int SHA256 = 64;

  /** Returns the source that a text names; empty when it names no repository. */
  public static Optional<GitSource> of(String text) {
    String spec = withoutName(text.strip());
    for (String prefix : PREFIXES) {
      if (spec.regionMatches(true, 0, prefix, 0, prefix.length())) {
        return Optional.of(from(spec));
      }
    }
    return isRevisionUrl(spec) ? Optional.of(from(spec)) : Optional.empty();
  }

  /** Returns true if it is pinned to a commit. */
  public boolean isPinned() {
    return !commit.isEmpty();
  }

  /** Parses npm's shorthand for GitHub: {@code owner/repository}, with or without a revision. */
  public static Optional<GitSource> ofShorthand(String text) {
    int end = endOfPath(text);
    int slash = text.indexOf('/');
    boolean isShorthand =
        slash > 0
            && text.indexOf('/', slash + 1) < 0
            && isName(text.substring(0, slash), "-")
            && slash < end
            && isName(text.substring(slash + 1, end), "-_.");
    return isShorthand ? Optional.of(from(text)) : Optional.empty();
  }

  /** Parses a Go module at a branch. Go's checksum database protects versions and tags. */
  public static Optional<GitSource> ofGoModule(String text) {
    int at = text.lastIndexOf('@');
    String version = at > 0 ? text.substring(at + 1) : "";
    boolean isVersion =
        GO_VERSIONS.contains(version)
            || "<>=".indexOf(version.charAt(0)) >= 0
            || (version.startsWith("v")
                && version.length() > 1
                && Character.isDigit(version.charAt(1)))
            || (version.length() >= SHORT_COMMIT && isHex(version, 0, version.length()));
    return isVersion ? Optional.empty() : Optional.of(from(text));
  }

  /** Returns the source after the name that pip and npm allow: {@code name @ git+…}. */
  private static String withoutName(String text) {
    int at = text.indexOf('@', 1);
    String rest = at < 0 ? "" : text.substring(at + 1).stripLeading();
    String start =
        rest.substring(0, Math.min(rest.length(), LONGEST_PREFIX)).toLowerCase(Locale.ROOT);
    boolean isSource =
        start.startsWith("git+")
            || start.startsWith("github:")
            || start.startsWith("gitlab:")
            || start.startsWith("http://")
            || start.startsWith("https://");
    return isSource ? rest : text;
  }

  private static boolean isRevisionUrl(String spec) {
    int scheme = spec.indexOf("://");
    if (scheme < 0 || !spec.regionMatches(true, 0, "http", 0, 4)) {
      return false;
    }
    int start = scheme + 3;
    int end = endOfPath(spec);
    int slash = spec.indexOf('/', start);
    if (slash < 0 || slash > end) {
      return false;
    }
    String authority = spec.substring(start, slash).toLowerCase(Locale.ROOT);
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    String path = spec.substring(slash, end).toLowerCase(Locale.ROOT);
    if (FORGES.contains(host)) {
      // A file of a release has no revision.
      return isOfRevision(path) || segments(path) == 2;
    }
    boolean isFileOfGitHub = host.equals("cdn.jsdelivr.net") || host.equals("esm.sh");
    return FILE_HOSTS.contains(host)
        || path.endsWith(".git")
        || path.contains("/-/archive/")
        || path.contains("/-/raw/")
        || (isFileOfGitHub && path.startsWith("/gh/"));
  }

  private static boolean isOfRevision(String path) {
    for (String part : REVISION_PATHS) {
      if (path.contains(part)) {
        return true;
      }
    }
    return false;
  }

  private static int segments(String path) {
    int segments = 0;
    for (int i = 1; i < path.length(); i++) {
      segments += path.charAt(i) != '/' && path.charAt(i - 1) == '/' ? 1 : 0;
    }
    return segments;
  }

  private static int endOfPath(String spec) {
    int end = 0;
    while (end < spec.length() && "?#".indexOf(spec.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private static GitSource from(String spec) {
    int scheme = spec.indexOf("://");
    int start = scheme < 0 ? 0 : scheme + 3;
    int slash = spec.indexOf('/', start);
    int user = slash < 0 ? -1 : spec.substring(0, slash).lastIndexOf('@');
    String shown = spec.substring(0, endOfPath(spec));
    boolean hasUser = user >= start && user < shown.length();
    // A token of 40 digits in place of a user is not a commit.
    return new GitSource(
        hasUser ? spec.substring(0, start) + shown.substring(user + 1) : shown,
        commit(spec, Math.max(start, slash)));
  }

  /** Returns the word of a text that is a full commit id; empty when there is none. */
  private static String commit(String text, int from) {
    int start = from;
    for (int i = from; i <= text.length(); i++) {
      if (i == text.length() || !Character.isLetterOrDigit(text.charAt(i))) {
        int length = i - start;
        if ((length == SHA1 || length == SHA256) && isHex(text, start, i)) {
          return text.substring(start, i);
        }
        start = i + 1;
      }
    }
    return "";
  }

  private static boolean isHex(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (i >= text.length() || Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isName(String text, String also) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && (i == 0 || also.indexOf(c) < 0)) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
