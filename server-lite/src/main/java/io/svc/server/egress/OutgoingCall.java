package io.svc.server.egress;

import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A request that is forwarded unchanged, with a streamed body.
 *
 * @param method a token, such as {@code POST}
 * @param host a name or an address, an IPv6 address without brackets
 * @param target the raw path and query, starting with a slash; printable ASCII
 * @param headers without the headers of the connection, such as {@code Host}
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

  /** A header. {@code toString} omits the value, which may be a credential. */
  public record Header(String name, String value) {
    public Header {
      if (!isValid(name, value)) {
        throw new IllegalArgumentException("a header's name or value is none");
      }
    }

    /** Returns whether these are a valid name and value of a header (RFC 9110, section 5). */
    public static boolean isValid(String name, String value) {
      return TOKEN.matcher(name).matches() && VALUE.matcher(value).matches();
    }

    /** Returns whether the header has a name, ignoring case. */
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
   * @param length the number of bytes; empty when it is not known in advance
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

  /** Omits path, query, headers and body, because they may contain credentials. */
  @Override
  public String toString() {
    return method + " " + (isSecure ? "https://" : "http://") + host + ":" + port;
  }
}
