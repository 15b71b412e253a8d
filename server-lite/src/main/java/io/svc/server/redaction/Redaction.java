package io.svc.server.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Redacts personal data and secrets in text and in JSON. A recognition is replaced by its operator;
 * the results never contain the value. Immutable and safe for many threads; time grows with the
 * length of the input, regardless of its content.
 */
public final class Redaction {
  private final Recognizers recognizers;

  /** Creates a redaction with all built-in types. */
  public Redaction() {
    this(new Recognizers());
  }

  /** Creates a redaction with given recognizers. */
  public Redaction(Recognizers recognizers) {
    this.recognizers = recognizers;
  }

  /** Redacts a text. */
  public Text redact(String text, RedactionOptions options) {
    return redact(List.of(text), options).get(0);
  }

  /** Redacts the texts of one request; the same value gets the same placeholder. */
  public List<Text> redact(List<String> texts, RedactionOptions options) {
    RedactionPass pass = new RedactionPass(recognizers, options);
    texts.forEach(pass::reserve);
    List<Text> redacted = new ArrayList<>(texts.size());
    for (String text : texts) {
      redacted.add(pass.text(text));
    }
    return redacted;
  }

  /**
   * Redacts the strings and numbers of a tree and preserves its shape; a redacted number becomes a
   * string. Member names stay, and serve as context. The tree consists of maps, lists and plain
   * values, or of Jackson's nodes; it is not changed. The caller limits its depth.
   */
  public Tree redactTree(Object tree, RedactionOptions options) {
    RedactionPass pass = new RedactionPass(recognizers, options);
    pass.reserveAll(tree);
    return pass.tree(tree);
  }

  /**
   * The same, with member names redacted too, because maps by email address are common. For content
   * with values of secret names that are already masked.
   */
  public Tree redactWithNames(Object tree, RedactionOptions options) {
    RedactionPass pass = new RedactionPass(recognizers, options, true);
    pass.reserveAll(tree);
    return pass.tree(tree);
  }

  /**
   * A redacted text and its recognitions.
   *
   * @param changed whether the text differs from the input
   * @param found in the order of the text
   */
  public record Text(String text, boolean changed, List<RedactedValue> found) {
    public Text {
      found = List.copyOf(found);
    }
  }

  /**
   * A redacted tree and its recognitions.
   *
   * @param value maps, lists and plain values
   * @param changed whether a value differs from the input
   * @param found in the order of the tree
   */
  public record Tree(Object value, boolean changed, List<RedactedValue> found) {
    public Tree {
      found = List.copyOf(found);
    }

    /** Returns the members of a tree that is an object. */
    @SuppressWarnings("unchecked") // Objects are copied into maps of this kind.
    public Map<String, Object> members() {
      if (value instanceof Map<?, ?>) {
        return (Map<String, Object>) value;
      }
      throw new IllegalStateException("the tree is no object");
    }
  }
}
