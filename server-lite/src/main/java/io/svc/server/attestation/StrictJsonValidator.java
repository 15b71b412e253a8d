package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Checks JSON for unambiguous interpretation (RFC 7493, I-JSON), as signed content requires.
 * Otherwise two different values could have the same canonical form, and the same signature.
 */
final class StrictJsonValidator {
  /** Larger whole numbers are rounded by most readers. */
  private static final long MAX = (1L << 53) - 1;

  private static final String NO_TEXT =
      "contains an invalid character: NUL or an unpaired surrogate";
  private static final String NO_NUMBER =
      "contains a number that JSON parsers interpret differently; send it as a string";

  private StrictJsonValidator() {}

  /**
   * Returns the problem of a value; empty for a valid one.
   *
   * @param deepest the maximum nesting depth
   */
  static Optional<String> problem(JsonNode node, int deepest) {
    if (deepest < 0) {
      return Optional.of("is nested too deeply");
    }
    return switch (node.getNodeType()) {
      case OBJECT -> {
        for (var member : node.properties()) {
          Optional<String> problem =
              isText(member.getKey())
                  ? problem(member.getValue(), deepest - 1)
                  : Optional.of(NO_TEXT);
          if (problem.isPresent()) {
            yield problem;
          }
        }
        yield Optional.empty();
      }
      case ARRAY -> {
        for (JsonNode element : node) {
          Optional<String> problem = problem(element, deepest - 1);
          if (problem.isPresent()) {
            yield problem;
          }
        }
        yield Optional.empty();
      }
      case STRING -> isText(node.textValue()) ? Optional.empty() : Optional.of(NO_TEXT);
      case NUMBER -> isExact(node) ? Optional.empty() : Optional.of(NO_NUMBER);
      case BOOLEAN, NULL -> Optional.empty();
      case MISSING, BINARY, POJO -> Optional.of("contains a value that is not JSON");
    };
  }

  private static boolean isText(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
  }

  private static boolean isExact(JsonNode number) {
    if (number.isIntegralNumber()) {
      return number.canConvertToLong() && Math.abs(number.longValue()) <= MAX;
    }
    return Double.isFinite(number.doubleValue());
  }
}
