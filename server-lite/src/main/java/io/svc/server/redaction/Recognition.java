package io.svc.server.redaction;

/**
 * A place in a text that is recognised. It does not hold what stands there.
 *
 * @param start in UTF-16 code units of the input, included
 * @param end excluded
 * @param score how sure it is, from 0 to 1
 */
public record Recognition(EntityType type, int start, int end, double score) {
  public Recognition {
    if (start < 0 || end <= start) {
      throw new IllegalArgumentException("place " + start + " to " + end + " is none");
    }
    if (!(score >= 0 && score <= 1)) {
      throw new IllegalArgumentException("score " + score + " is not within 0 and 1");
    }
  }

  int length() {
    return end - start;
  }
}
