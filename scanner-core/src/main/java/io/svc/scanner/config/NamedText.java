package io.svc.scanner.config;

/** A value under a name: an environment variable, a header. */
public record NamedText(String name, ConfigText value) {

  /** The value as text. */
  public String text() {
    return value.text();
  }
}
