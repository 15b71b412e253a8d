package io.svc.server.egress;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;

/**
 * A streamed response. Its body is read as it arrives, to be forwarded; reading fails when the
 * other server disconnects early, or exceeds the idle timeout. Must be closed, which closes the
 * connection if the body was not read completely.
 */
public final class StreamedResponse implements AutoCloseable {
  private final ClassicHttpResponse response;

  StreamedResponse(ClassicHttpResponse response) {
    this.response = response;
  }

  public int status() {
    return response.getCode();
  }

  /** Returns all headers in their order, including the headers of the connection. */
  public List<OutgoingCall.Header> headers() {
    List<OutgoingCall.Header> headers = new ArrayList<>();
    for (Header header : response.getHeaders()) {
      String value = header.getValue() == null ? "" : header.getValue();
      // An invalid header cannot be forwarded.
      if (OutgoingCall.Header.isValid(header.getName(), value)) {
        headers.add(new OutgoingCall.Header(header.getName(), value));
      }
    }
    return headers;
  }

  /** The declared length of the body; empty when it is not known in advance. */
  public OptionalLong length() {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return OptionalLong.of(0);
    }
    return entity.getContentLength() < 0
        ? OptionalLong.empty()
        : OptionalLong.of(entity.getContentLength());
  }

  /** The raw body, compressed if it was sent compressed. */
  public InputStream body() throws IOException {
    HttpEntity entity = response.getEntity();
    return entity == null ? InputStream.nullInputStream() : entity.getContent();
  }

  @Override
  public void close() {
    try {
      response.close();
    } catch (IOException e) {
      // It is discarded, so a failure has no effect.
      return;
    }
  }
}
