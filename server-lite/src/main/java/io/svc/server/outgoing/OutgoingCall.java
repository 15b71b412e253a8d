package io.svc.server.outgoing;

import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A request that is sent as somebody else wrote it, and need not be held in memory.
 *
 * @param method a token, such as {@code POST}
 * @param host a name or an address, an IPv6 address without brackets
 * @param target path and query to the letter, beginning with a slash; printable ASCII
 * @param headers without those that belong to the connection, such as {@code Host}
 * @param content empty for a request without a body
 */
public record OutgoingCall(
    String method,
    boolean isSecure,
    String host,
    int port,
    String target,
    List<Header> headers,
    Optional<Content> content) {
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern TARGET = Pattern.compile("/[\\x21-\\x22\\x24-\\x7E]*");
  private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7E\\x80-\\xFF]*");

  /** A header; its text is without the value, which may be a credential. */
  public record Header(String name, String value) {
    public Header {
      if (!isOne(name, value)) {
        throw new IllegalArgumentException("a header's name or value is none");
      }
    }

    /** Whether these can be the name and the value of a header (RFC 9110, section 5). */
    public static boolean isOne(String name, String value) {
      return TOKEN.matcher(name).matches() && VALUE.matcher(value).matches();
    }

    /** Whether it is the header of a name, in whatever case. */
    public boolean is(String other) {
      return name.equalsIgnoreCase(other);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A body.
   *
   * @param bytes read once, while they are sent
   * @param length how many there are; empty when that is not known before the end
   */
  public record Content(InputStream bytes, OptionalLong length) {}

  public OutgoingCall {
    headers = List.copyOf(headers);
    if (!TOKEN.matcher(method).matches()) {
      throw new IllegalArgumentException("method is no token");
    }
    if (!TARGET.matcher(target).matches()) {
      throw new IllegalArgumentException("target is none");
    }
    for (Header header : headers) {
      if (OutgoingRequest.belongsToConnection(header.name().toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "the header \"" + header.name() + "\" belongs to the connection");
      }
    }
  }

  /** Without path, query, headers and body, all of which may hold credentials. */
  @Override
  public String toString() {
    return method + " " + (isSecure ? "https://" : "http://") + host + ":" + port;
  }
}
