package io.svc.scanner.redact;

/**
 * A named value in a text.
 *
 * @param form notation of the value
 * @param name name of the value; empty when the text before it is not the name of a value
 * @param value the value without quotes and escapes
 * @param start start of the value as written, without quotes
 * @param end end of the value as written, exclusive
 */
record Setting(Form form, String name, String value, int start, int end) {
  /** Notations that differ in what a password is. */
  enum Form {
    /** A line of a file, a quoted attribute or an element. */
    SETTING(SecretCandidate.Kind.SETTING),
    /** A part of a connection string. */
    CONNECTION(SecretCandidate.Kind.CONNECTION),
    /** A parameter of a form or a URL, in percent-encoding. */
    QUERY(SecretCandidate.Kind.QUERY),
    /** Text after the maximum number of values, or after the maximum length. */
    UNREAD(SecretCandidate.Kind.SETTING);

    private final SecretCandidate.Kind kind;

    Form(SecretCandidate.Kind kind) {
      this.kind = kind;
    }

    SecretCandidate.Kind kind() {
      return kind;
    }
  }
}
