package io.svc.scanner.checks.packages;

import io.svc.rules.Advisory;
import io.svc.rules.Ecosystem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semver4j.Semver;

/**
 * Compares versions by the rules of their ecosystem. Advisories order versions, including
 * pre-releases, by plain precedence, which differs from npm's ranges.
 */
enum VersionOrdering {
  /** Semantic Versioning 2.0.0, for npm and Go. */
  SEMANTIC {
    @Override
    Optional<Integer> compare(String a, String b) {
      Semver first = read(a);
      Semver second = read(b);
      return first == null || second == null
          ? Optional.empty()
          : Optional.of(first.compareTo(second));
    }

    /**
     * Returns null for an invalid version and for one longer than npm allows, which would overflow
     * the library's stack.
     */
    private static @Nullable Semver read(String text) {
      if (text.length() > LONGEST) {
        return null;
      }
      Semver exact = Semver.parse(text);
      return exact == null ? Semver.coerce(text) : exact;
    }
  },
  /** PEP 440. */
  PYTHON {
    @Override
    Optional<Integer> compare(String a, String b) {
      Optional<PythonVersion> first = PythonVersion.parse(a);
      Optional<PythonVersion> second = PythonVersion.parse(b);
      return first.isEmpty() || second.isEmpty()
          ? Optional.empty()
          : Optional.of(first.get().compareTo(second.get()));
    }
  };

  private static final int LONGEST = 256;

  static VersionOrdering of(Ecosystem ecosystem) {
    return ecosystem == Ecosystem.PYPI ? PYTHON : SEMANTIC;
  }

  /** Compares two versions. Empty if one of them is invalid. */
  abstract Optional<Integer> compare(String a, String b);

  /** Returns whether a version is in a range. False for an invalid version. */
  boolean isIn(String version, Advisory.Range range) {
    boolean isIntroduced =
        range.introduced().equals("0") || isOrdered(range.introduced(), version, false);
    boolean isFixed = !range.fixed().isEmpty() && !isOrdered(version, range.fixed(), true);
    boolean isPast =
        !range.lastAffected().isEmpty() && !isOrdered(version, range.lastAffected(), false);
    return compare(version, version).isPresent() && isIntroduced && !isFixed && !isPast;
  }

  /** Returns whether a version is in a list. */
  boolean isListed(String version, List<String> versions) {
    for (String candidate : versions) {
      if (candidate.equals(version) || compare(candidate, version).orElse(1) == 0) {
        return true;
      }
    }
    return false;
  }

  private boolean isOrdered(String low, String high, boolean isStrict) {
    int order = compare(low, high).orElse(1);
    return isStrict ? order < 0 : order <= 0;
  }
}
