package io.svc.server.credentials;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where a request carries its credential. */
enum AuthType {
  /** {@code Authorization: Bearer …} (RFC 6750). */
  BEARER,
  /** {@code Authorization: Basic …} (RFC 7617). */
  BASIC,
  /** A header of any name, with or without something in front of the token. */
  HEADER,
  /** A parameter of the query. */
  QUERY;

  /** All labels, for messages. */
  static final String LABELS =
      Stream.of(values()).map(AuthType::toString).collect(Collectors.joining(", "));

  /** The type of a label, in any case. */
  static Optional<AuthType> of(String label) {
    return Stream.of(values()).filter(type -> type.name().equalsIgnoreCase(label)).findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
