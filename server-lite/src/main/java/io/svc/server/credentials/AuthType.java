package io.svc.server.credentials;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The place of a credential in a request. */
enum AuthType {
  /** {@code Authorization: Bearer …} (RFC 6750). */
  BEARER,
  /** {@code Authorization: Basic …} (RFC 7617). */
  BASIC,
  /** A header of any name, with an optional prefix of the token. */
  HEADER,
  /** A query parameter. */
  QUERY;

  /** All labels, for messages. */
  static final String LABELS =
      Stream.of(values()).map(AuthType::toString).collect(Collectors.joining(", "));

  /** Returns the type with a label, in any case. */
  static Optional<AuthType> of(String label) {
    return Stream.of(values()).filter(type -> type.name().equalsIgnoreCase(label)).findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
