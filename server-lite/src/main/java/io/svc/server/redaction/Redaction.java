package io.svc.server.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes personal data and secrets out of text and of JSON. What is found keeps its place and gets
 * another text by its operator; nothing that is told of it holds the value. Immutable and safe for
 * many threads; time grows with the length of the input, whatever it holds.
 */
public final class Redaction {
  private final Recognizers recognizers;

  /** With everything that is recognised. */
  public Redaction() {
    this(new Recognizers());
  }

  /** With given recognisers. */
  public Redaction(Recognizers recognizers) {
    this.recognizers = recognizers;
  }

  /** A text without what was found in it. */
  public Text redact(String text, RedactionOptions options) {
    return redact(List.of(text), options).get(0);
  }

  /** Texts of one request, in which the same value gets the same placeholder. */
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
   * A tree of the same shape, with its strings and numbers redacted; a number in which something
   * was found becomes a string. Names of members stay, and help to tell what they name. The tree is
   * of maps, lists and plain values, or of Jackson's nodes; it is not changed, and its depth is
   * bounded by whoever read it.
   */
  public Tree redactTree(Object tree, RedactionOptions options) {
    RedactionPass pass = new RedactionPass(recognizers, options);
    pass.reserveAll(tree);
    return pass.tree(tree);
  }

  /**
   * The same, with the names of members redacted too: maps by e-mail address are common. For
   * content of which values under names of secrets are masked already.
   */
  public Tree redactWhole(Object tree, RedactionOptions options) {
    RedactionPass pass = new RedactionPass(recognizers, options, true);
    pass.reserveAll(tree);
    return pass.tree(tree);
  }

  /**
   * A text and what was found in it.
   *
   * @param changed whether the text is another than before
   * @param found in the order of the text
   */
  public record Text(String text, boolean changed, List<RedactedValue> found) {
    public Text {
      found = List.copyOf(found);
    }
  }

  /**
   * A tree and what was found in it.
   *
   * @param value maps, lists and plain values
   * @param changed whether a value is another than before
   * @param found in the order of the tree
   */
  public record Tree(Object value, boolean changed, List<RedactedValue> found) {
    public Tree {
      found = List.copyOf(found);
    }

    /** The members of a tree that is an object. */
    @SuppressWarnings("unchecked") // Objects are copied into maps of this kind.
    public Map<String, Object> members() {
      if (value instanceof Map<?, ?>) {
        return (Map<String, Object>) value;
      }
      throw new IllegalStateException("the tree is no object");
    }
  }
}
