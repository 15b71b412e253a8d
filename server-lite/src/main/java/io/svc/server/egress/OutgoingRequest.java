package io.svc.server.egress;

import io.svc.rules.WordListParser;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A request to another server.
 *
 * @param method such as {@code POST}, in upper case
 * @param uri the untrusted URL; it is checked when the request is sent
 * @param headers without the headers of the connection, such as {@code Host}
 * @param body empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on input and output, and never compared.
public record OutgoingRequest(String method, URI uri, Map<String, String> headers, byte[] body) {
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7E]*");
  private static final Set<String> OF_THE_CONNECTION =
      WordListParser.set(
          """
          connection content-length expect host keep-alive proxy-authorization proxy-connection te
          trailer transfer-encoding upgrade""");

  public OutgoingRequest {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    body = body.clone();
    if (!TOKEN.matcher(method).matches()) {
      throw new IllegalArgumentException("method is no token");
    }
    headers.forEach(OutgoingRequest::check);
  }

  /** Creates a request without a body. */
  public static OutgoingRequest get(URI uri, Map<String, String> headers) {
    return new OutgoingRequest("GET", uri, headers, new byte[0]);
  }

  /** Returns whether a text is a valid header value: printable ASCII, and tabs. */
  public static boolean isHeaderValue(String text) {
    return VALUE.matcher(text).matches();
  }

  /** Returns whether a header, by its name in lower case, belongs to the connection. */
  static boolean belongsToConnection(String name) {
    return OF_THE_CONNECTION.contains(name);
  }

  // The value may be a credential, so messages omit it.
  private static void check(String name, String value) {
    if (!TOKEN.matcher(name).matches() || !isHeaderValue(value)) {
      throw new IllegalArgumentException("a header's name or value is none");
    }
    if (belongsToConnection(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("the header \"" + name + "\" belongs to the connection");
    }
  }

  @Override
  public byte[] body() {
    return body.clone();
  }

  /** Omits headers, body and query, because they may contain credentials. */
  @Override
  public String toString() {
    return method + " " + uri.getScheme() + "://" + uri.getHost();
  }
}
