package io.svc.scanner.config;

import static java.util.Objects.requireNonNull;

/** A value under a name: an environment variable, a header. */
public record NamedText(String name, ConfigText value) {
  public NamedText {
    requireNonNull(name, "name is null");
    requireNonNull(value, "value is null");
  }

  /** The value as text. */
  public String text() {
    return value.text();
  }
}
