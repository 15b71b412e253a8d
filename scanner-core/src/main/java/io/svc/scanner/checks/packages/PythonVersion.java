package io.svc.scanner.checks.packages;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of a Python package, ordered by PEP 440: epoch, release, then development before
 * pre-releases before the release before post-releases, and local versions last. No maintained
 * library for Java 17 implements all of these correctly.
 *
 * @see <a href="https://peps.python.org/pep-0440/">PEP 440</a>
 */
final class PythonVersion implements Comparable<PythonVersion> {
  private static final Pattern FORM =
      Pattern.compile(
          "v?(?:(\\d{1,18})!)?(\\d{1,18}(?:\\.\\d{1,18}){0,20})"
              + "(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?(\\d{0,18}))?"
              + "(?:(?:-(\\d{1,18}))|(?:[-_.]?(post|rev|r)[-_.]?(\\d{0,18})))?"
              + "(?:[-_.]?(dev)[-_.]?(\\d{0,18}))?"
              + "(?:\\+([a-z0-9]{1,60}(?:[-_.][a-z0-9]{1,60}){0,20}))?");
  private static final int LONGEST = 200;
  private static final BigInteger LEAST = BigInteger.valueOf(-1);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /**
   * The epoch, followed by the release without trailing zeros, and a terminator that sorts before
   * any number.
   */
  private final List<BigInteger> release;

  private final int preKind;
  private final BigInteger pre;
  private final BigInteger post;
  private final BigInteger dev;
  private final List<String> local;

  private PythonVersion(Matcher form) {
    release = new ArrayList<>();
    release.add(number(form.group(1)));
    for (String part : form.group(2).split("\\.", -1)) {
      release.add(new BigInteger(part));
    }
    while (release.size() > 1 && release.get(release.size() - 1).signum() == 0) {
      release.remove(release.size() - 1);
    }
    boolean isPost = form.group(5) != null || form.group(6) != null;
    boolean isDev = form.group(8) != null;
    String kind = form.group(3);
    // 1.0.dev1 comes before 1.0a1, although it is not a pre-release.
    preKind = kind == null ? (isDev && !isPost ? 0 : 4) : kindOf(kind);
    pre = kind == null ? BigInteger.ZERO : number(form.group(4));
    post = isPost ? number(form.group(5) == null ? form.group(7) : form.group(5)) : LEAST;
    dev = isDev ? number(form.group(9)) : MAX;
    local = form.group(10) == null ? List.of() : List.of(form.group(10).split("[-_.]", -1));
  }

  /** Returns the version in a text. Empty if the text is not a version. */
  static Optional<PythonVersion> parse(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    if (plain.length() > LONGEST) {
      return Optional.empty();
    }
    Matcher form = FORM.matcher(plain);
    return form.matches() ? Optional.of(new PythonVersion(form)) : Optional.empty();
  }

  private static int kindOf(String kind) {
    return switch (kind.charAt(0)) {
      case 'a' -> 1;
      case 'b' -> 2;
      default -> 3;
    };
  }

  private static BigInteger number(String digits) {
    return digits == null || digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits);
  }

  @Override
  public int compareTo(PythonVersion other) {
    for (int i = 0; i < Math.max(release.size(), other.release.size()); i++) {
      int order = part(release, i).compareTo(part(other.release, i));
      if (order != 0) {
        return order;
      }
    }
    int order = Integer.compare(preKind, other.preKind);
    order = order != 0 ? order : pre.compareTo(other.pre);
    order = order != 0 ? order : post.compareTo(other.post);
    order = order != 0 ? order : dev.compareTo(other.dev);
    return order != 0 ? order : compareLocal(local, other.local);
  }

  private static BigInteger part(List<BigInteger> release, int index) {
    return index < release.size() ? release.get(index) : BigInteger.ZERO;
  }

  /**
   * Compares local versions: numbers sort after letters, and a longer version sorts after its
   * prefix.
   */
  private static int compareLocal(List<String> a, List<String> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      boolean isNumber = isDigits(a.get(i));
      boolean isOtherNumber = isDigits(b.get(i));
      int order =
          isNumber && isOtherNumber
              ? new BigInteger(a.get(i)).compareTo(new BigInteger(b.get(i)))
              : isNumber != isOtherNumber
                  ? Boolean.compare(isNumber, isOtherNumber)
                  : a.get(i).compareTo(b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PythonVersion version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return release.hashCode();
  }
}
