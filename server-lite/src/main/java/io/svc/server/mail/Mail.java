package io.svc.server.mail;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One e-mail of plain text.
 *
 * <p>Neither the address nor the subject can bring a header of its own: both are refused when they
 * hold a line break or another control character.
 *
 * @param to at least one address, each alone and without a name; all of them see each other
 * @param subject one line
 * @param text any lines
 * @param id what tells it from other mails, of letters, digits, dots and lines; empty for any
 */
public record Mail(List<String> to, String subject, String text, Optional<String> id) {
  /** RFC 5321, 4.5.3.1.3: 256 octets for a path, of which the brackets take two. */
  private static final int LONGEST_ADDRESS = 254;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  public Mail {
    to = List.copyOf(to);
    if (to.isEmpty()) {
      throw new IllegalArgumentException("nobody is named; expected at least one e-mail address");
    }
    for (String address : to) {
      if (!isAddress(address)) {
        throw new IllegalArgumentException(
            quoted(address) + " is no e-mail address; expected one such as \"dana@example.com\"");
      }
    }
    if (subject.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "Subject " + quoted(subject) + " holds a control character; expected one line of text");
    }
    if (id.isPresent() && !ID.matcher(id.get()).matches()) {
      throw new IllegalArgumentException(
          quoted(id.get())
              + " is no identifier of a mail; expected at most 100 of A-Z a-z 0-9 . _ -");
    }
  }

  /** A mail to one person. */
  public Mail(String to, String subject, String text) {
    this(List.of(to), subject, text, Optional.empty());
  }

  /**
   * Whether a text is an e-mail address, by the grammar of RFC 5322: the address alone, without a
   * name or a comment. Letters beyond ASCII are refused, since not every mail server on the way
   * would take them.
   */
  public static boolean isAddress(String text) {
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
