package io.svc.server.redaction;

import java.util.Optional;

/**
 * A recognition and its replacement. It never contains the value itself: names on its path that
 * contain personal data are replaced by their type.
 *
 * @param pointer the JSON Pointer (RFC 6901) of the string or number; empty in plain text
 * @param path the same path in dotted form, {@code customer.emails[0]}
 * @param start in UTF-16 code units of the input text, or of that string
 * @param replacement empty when the operator is {@code keep}
 */
public record RedactedValue(
    Optional<String> pointer,
    Optional<String> path,
    EntityType entityType,
    int start,
    int end,
    double score,
    RedactionOperator.Kind operator,
    Optional<String> replacement) {}
