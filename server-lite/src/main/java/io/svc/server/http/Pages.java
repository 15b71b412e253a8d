package io.svc.server.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** The pages for browsers, at addresses that no route of the API has. */
public interface Pages {
  /** A server without pages: every other address returns a JSON 404. */
  Pages NONE = (path, acceptsHtml) -> Optional.empty();

  /**
   * Returns the response to a GET.
   *
   * @param path the path of the address, decoded, without the query
   * @param acceptsHtml whether the client requested HTML, so that a missing address is answered
   *     with a page
   */
  Optional<CachedPage> at(String path, boolean acceptsHtml);

  /** A response in memory, uncompressed and compressed. */
  final class CachedPage {
    private final int status;
    private final String type;
    private final Map<String, String> headers;
    private final byte[] plain;
    private final Optional<byte[]> gzip;

    /**
     * Creates a response.
     *
     * @param status 200, or 404 for an error page
     * @param type the media type with its charset
     * @param headers headers that replace the standard headers; an empty value removes one
     * @param plain the bytes
     * @param gzip the compressed bytes (RFC 1952); empty where compression saves nothing
     */
    public CachedPage(
        int status, String type, Map<String, String> headers, byte[] plain, Optional<byte[]> gzip) {
      this.status = status;
      this.type = type;
      this.headers = Map.copyOf(headers);
      this.plain = plain.clone();
      this.gzip = gzip.map(byte[]::clone);
    }

    int status() {
      return status;
    }

    String type() {
      return type;
    }

    Map<String, String> headers() {
      return headers;
    }

    boolean isCompressible() {
      return gzip.isPresent();
    }

    InputStream plain() {
      return new ByteArrayInputStream(plain);
    }

    InputStream compressed() {
      return new ByteArrayInputStream(gzip.orElseThrow());
    }

    /** The same response with another status. */
    public CachedPage as(int other) {
      return new CachedPage(other, type, headers, plain, gzip);
    }
  }
}
