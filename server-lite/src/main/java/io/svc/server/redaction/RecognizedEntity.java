package io.svc.server.redaction;

/**
 * A recognized range of a text. It does not contain the text.
 *
 * @param start the inclusive start, in UTF-16 code units of the input
 * @param end the exclusive end
 * @param score the confidence, from 0 to 1
 */
public record RecognizedEntity(EntityType type, int start, int end, double score) {
  public RecognizedEntity {
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
