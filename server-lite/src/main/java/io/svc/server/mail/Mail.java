package io.svc.server.mail;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.Objects;

/**
 * One e-mail of plain text to one person.
 *
 * <p>Neither the address nor the subject can bring a header of its own: both are refused when they
 * hold a line break or another control character.
 *
 * @param to the address alone, without a name
 * @param subject one line
 * @param text any lines
 */
public record Mail(String to, String subject, String text) {
  /** RFC 5321, 4.5.3.1.3: 256 octets for a path, of which the brackets take two. */
  private static final int LONGEST_ADDRESS = 254;

  public Mail {
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(text, "text");
    if (!isAddress(to)) {
      throw new IllegalArgumentException(
          quoted(to) + " is no e-mail address; expected one such as \"dana@example.com\"");
    }
    if (subject.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "Subject " + quoted(subject) + " holds a control character; expected one line of text");
    }
  }

  /**
   * Whether a text is an e-mail address, by the grammar of RFC 5322: the address alone, without a
   * name or a comment. Letters beyond ASCII are refused, since not every mail server on the way
   * would take them.
   */
  public static boolean isAddress(String text) {
    Objects.requireNonNull(text, "text");
    // Printable ASCII, hence no line break.
    if (text.length() > LONGEST_ADDRESS || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      return false;
    }
    try {
      return new InternetAddress(text, true).getAddress().equals(text);
    } catch (AddressException e) {
      return false;
    }
  }

  private static String quoted(String value) {
    return '"' + value.replaceAll("\\p{Cntrl}", "?") + '"';
  }
}
