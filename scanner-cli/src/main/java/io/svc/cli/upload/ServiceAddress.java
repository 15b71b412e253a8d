package io.svc.cli.upload;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The address of the service.
 *
 * @param base its base URL, without a trailing slash
 */
public record ServiceAddress(URI base) {
  static final int LAST_PORT = 65_535;

  private static final String UPLOAD_PATH = "/api/v1/mcp/reports";

  /**
   * Parses an address.
   *
   * @param isPlainAllowed whether a key may be sent over http, where it can be read on the network
   *     path
   * @throws UploadException if it is invalid or not safe
   */
  public static ServiceAddress of(String text, boolean isPlainAllowed) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException | NumberFormatException e) {
      throw invalid(text);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean isWeb = scheme.equals("https") || scheme.equals("http");
    if (uri.getRawUserInfo() != null) {
      // Not quoted: it may contain a password.
      throw new UploadException(
          "the service address contains a user name; expected an address such as"
              + " https://svc.example.com and a separate API key");
    }
    if (!isWeb
        || uri.getHost() == null
        || uri.getPort() > LAST_PORT
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      throw invalid(text);
    }
    if (scheme.equals("http") && !isPlainAllowed && !isLoopback(uri.getHost())) {
      throw new UploadException(
          "the service address is \""
              + text
              + "\"; over http, anyone on the network path can read the key; use https, or"
              + " --allow-http on a trusted network");
    }
    String plain = uri.toString();
    while (plain.endsWith("/")) {
      plain = plain.substring(0, plain.length() - 1);
    }
    return new ServiceAddress(URI.create(plain));
  }

  /** Returns the URL for reports. */
  URI upload() {
    return URI.create(base + UPLOAD_PATH);
  }

  /** Returns the host and port for messages. */
  String authority() {
    return base.getRawAuthority();
  }

  /** Returns the URL of a page from a path that the service sent. */
  String page(String path) {
    return base + path;
  }

  private static boolean isLoopback(String host) {
    return host.equalsIgnoreCase("localhost")
        || host.equals("[::1]")
        || host.matches("127(\\.\\d{1,3}){3}");
  }

  private static UploadException invalid(String text) {
    return new UploadException(
        "the service address is \""
            + text
            + "\"; expected an address such as"
            + " https://svc.example.com");
  }
}
