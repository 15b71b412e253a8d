package io.svc.server.outgoing;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;

/**
 * An answer that is still coming. Its body is read as it comes, to be passed on; reading fails when
 * the other server breaks off before the end of it, or says nothing for too long. To be closed,
 * which ends the connection where the body was not read to its end.
 */
public final class StreamedResponse implements AutoCloseable {
  private final ClassicHttpResponse response;

  StreamedResponse(ClassicHttpResponse response) {
    this.response = response;
  }

  public int status() {
    return response.getCode();
  }

  /** All headers in their order, those of the connection among them. */
  public List<OutgoingCall.Header> headers() {
    List<OutgoingCall.Header> headers = new ArrayList<>();
    for (Header header : response.getHeaders()) {
      String value = header.getValue() == null ? "" : header.getValue();
      // What is none is nothing that could be passed on.
      if (OutgoingCall.Header.isOne(header.getName(), value)) {
        headers.add(new OutgoingCall.Header(header.getName(), value));
      }
    }
    return headers;
  }

  /** How long the body is, as it is framed; empty when only its end will tell. */
  public OptionalLong length() {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return OptionalLong.of(0);
    }
    return entity.getContentLength() < 0
        ? OptionalLong.empty()
        : OptionalLong.of(entity.getContentLength());
  }

  /** The body as it was sent, packed if it was sent packed. */
  public InputStream body() throws IOException {
    HttpEntity entity = response.getEntity();
    return entity == null ? InputStream.nullInputStream() : entity.getContent();
  }

  @Override
  public void close() {
    try {
      response.close();
    } catch (IOException e) {
      // It is given up; how that went changes nothing.
      return;
    }
  }
}
