package io.svc.server.mail;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A plain-text email.
 *
 * <p>Address and subject cannot inject headers: both are rejected if they contain a line break or
 * another control character.
 *
 * @param to at least one address, each without a name; all recipients see each other
 * @param subject one line
 * @param text any lines
 * @param id a unique identifier of letters, digits, dots and hyphens; empty for a generated one
 */
public record Mail(List<String> to, String subject, String text, Optional<String> id) {
  /** RFC 5321, 4.5.3.1.3: 256 octets for a path, two of them for the brackets. */
  private static final int LONGEST_ADDRESS = 254;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  public Mail {
    to = List.copyOf(to);
    if (to.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no recipient; expected at least one email address");
    }
    for (String address : to) {
      if (!isAddress(address)) {
        throw new IllegalArgumentException(
            quoted(address)
                + " is not an e-mail address; expected an address such as"
                + " \"dana@example.com\"");
      }
    }
    if (subject.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "Subject "
              + quoted(subject)
              + " contains a control character; expected one line of"
              + " text");
    }
    if (id.isPresent() && !ID.matcher(id.get()).matches()) {
      throw new IllegalArgumentException(
          quoted(id.get())
              + " is not an identifier of a mail; expected at most 100 of A-Z a-z 0-9 . _ -");
    }
  }

  /** Creates a mail to one recipient. */
  public Mail(String to, String subject, String text) {
    this(List.of(to), subject, text, Optional.empty());
  }

  /**
   * Returns whether a text is an email address, by the grammar of RFC 5322: the address alone,
   * without a name or a comment. Non-ASCII letters are rejected, since not every mail server
   * supports them.
   */
  public static boolean isAddress(String text) {
    // Printable ASCII, and therefore no line break.
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
