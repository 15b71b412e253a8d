package io.svc.server.redaction;

import java.util.Optional;

/**
 * What was found and what stands in its place now. It never holds the value itself: names on the
 * way to it that are personal themselves are replaced by their type.
 *
 * @param pointer JSON Pointer (RFC 6901) to the string or number that held it; empty in plain text
 * @param path the same way as people write it, {@code customer.emails[0]}
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
