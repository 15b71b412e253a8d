package io.svc.scanner.config;

/** A named value: an environment variable or a header. */
public record NamedText(String name, ConfigText value) {

  /** Returns the value as text. */
  public String text() {
    return value.text();
  }
}
