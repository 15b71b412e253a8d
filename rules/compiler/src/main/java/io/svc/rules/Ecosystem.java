package io.svc.rules;

import java.util.Locale;
import java.util.Optional;

/** Where packages come from, by the names that OSV has for it. */
public enum Ecosystem {
  /** The npm registry, also under Bun, pnpm, Yarn and Deno. */
  NPM("npm"),
  /** The Python Package Index. */
  PYPI("PyPI"),
  /** Go modules. */
  GO("Go"),
  /** Container images. OSV has no advisories for them. */
  IMAGE("image");

  private final String label;

  Ecosystem(String label) {
    this.label = label;
  }

  /** The name in OSV records. */
  public String label() {
    return label;
  }

  /** The ecosystem of that name; empty for one that no launcher of MCP servers fetches from. */
  public static Optional<Ecosystem> ofLabel(String label) {
    for (Ecosystem ecosystem : values()) {
      if (ecosystem.label.equals(label)) {
        return Optional.of(ecosystem);
      }
    }
    return Optional.empty();
  }

  /**
   * A name as its registry compares it: npm and images in lower case, PyPI after PEP 503, which
   * folds case and runs of {@code - _ .}, Go as it is.
   */
  public String normal(String name) {
    if (this == GO) {
      return name;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (this != PYPI) {
      return lower;
    }
    StringBuilder folded = new StringBuilder(lower.length());
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      boolean isSeparator = c == '-' || c == '_' || c == '.';
      if (!isSeparator) {
        folded.append(c);
      } else if (folded.length() > 0 && folded.charAt(folded.length() - 1) != '-') {
        folded.append('-');
      }
    }
    return folded.toString();
  }
}
