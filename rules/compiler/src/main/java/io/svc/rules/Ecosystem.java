package io.svc.rules;

import java.util.Locale;
import java.util.Optional;

/** The package ecosystems, with their names in OSV. */
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

  /** Returns the name in OSV records. */
  public String label() {
    return label;
  }

  /**
   * Returns the ecosystem with the given name; empty if no launcher of MCP servers fetches from it.
   */
  public static Optional<Ecosystem> ofLabel(String label) {
    for (Ecosystem ecosystem : values()) {
      if (ecosystem.label.equals(label)) {
        return Optional.of(ecosystem);
      }
    }
    return Optional.empty();
  }

  /**
   * Normalizes a name as its registry does: npm and images in lower case, PyPI according to PEP
   * 503, which folds case and runs of {@code - _ .}, Go unchanged.
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
