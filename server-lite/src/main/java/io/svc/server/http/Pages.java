package io.svc.server.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** What people are shown in a browser, at addresses that no route of the API takes. */
public interface Pages {
  /** A server without any, whose every other address is a JSON 404. */
  Pages NONE = (path, wantsPage) -> Optional.empty();

  /**
   * What a GET is answered with.
   *
   * @param path of the address, decoded, without the query
   * @param wantsPage whether the client asked for a page, by which it is told about addresses that
   *     do not exist
   */
  Optional<Shown> at(String path, boolean wantsPage);

  /** An answer that is in memory, as it is and compressed. */
  final class Shown {
    private final int status;
    private final String type;
    private final Map<String, String> headers;
    private final byte[] plain;
    private final Optional<byte[]> gzip;

    /**
     * An answer.
     *
     * @param status 200, or 404 for a page that says so
     * @param type with its charset
     * @param headers that replace those of every answer; an empty one takes it away
     * @param plain the bytes
     * @param gzip the same compressed (RFC 1952); empty where that saves nothing
     */
    public Shown(
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

    /** The same, under another status. */
    public Shown as(int other) {
      return new Shown(other, type, headers, plain, gzip);
    }
  }
}
