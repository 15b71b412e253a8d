package io.svc.server.proxy;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.credentials.CredentialUse;
import io.svc.server.db.OrgId;
import io.svc.server.egress.OutgoingCall;
import io.svc.server.http.ErrorCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The state of a proxied call. Changed by one thread, except for the byte counters. */
final class ProxyExchange {
  /** The outcome. */
  enum Outcome {
    FORWARDED,
    DENIED,
    PENDING,
    ERROR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The properties of a call that are known before it is sent.
   *
   * @param decision the effect, such as {@code allow}
   * @param redactions the number of redacted values
   */
  record CallMetadata(
      OrgId org,
      Optional<String> decisionId,
      Optional<String> agentId,
      Optional<String> sessionId,
      Optional<String> traceId,
      String decision,
      int redactions,
      String method,
      Target target) {}

  /** The payload of {@code ToolCallEvent}; contains neither query values nor bodies. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record ToolCall(
      Optional<String> decisionId,
      String tool,
      String server,
      String method,
      String host,
      String pathTemplate,
      Optional<Integer> statusCode,
      String decision,
      String outcome,
      Optional<String> error,
      long durationMs,
      long requestBytes,
      long responseBytes,
      Optional<String> credentialRef,
      Optional<String> approvalId,
      int redactions,
      Optional<String> traceId) {}

  private final CallMetadata plan;
  private final long begun = System.nanoTime();
  private Outcome outcome = Outcome.ERROR;
  private Optional<ErrorCode> error = Optional.empty();
  private Optional<Integer> status = Optional.empty();
  private Optional<String> credential = Optional.empty();
  private Optional<String> approval = Optional.empty();
  private final AtomicLong sent = new AtomicLong();
  private volatile @Nullable IOException bodyFailure;
  private long received;

  ProxyExchange(CallMetadata plan) {
    this.plan = plan;
  }

  CallMetadata plan() {
    return plan;
  }

  /** Returns the record of the credential's use. */
  CredentialUse use() {
    return new CredentialUse(
        plan.agentId(), plan.target().host(), plan.decisionId(), plan.decision());
  }

  void setCredential(String credentialRef) {
    credential = Optional.of(credentialRef);
  }

  void answered(int code) {
    status = Optional.of(code);
    outcome = Outcome.FORWARDED;
  }

  void received(long bytes) {
    received += bytes;
  }

  void denied() {
    outcome = Outcome.DENIED;
    error = Optional.of(ErrorCode.EGRESS_DENIED);
  }

  void waitsFor(String approvalId) {
    approval = Optional.of(approvalId);
    outcome = Outcome.PENDING;
  }

  void failed(ErrorCode code) {
    outcome = code == ErrorCode.EGRESS_DENIED ? Outcome.DENIED : Outcome.ERROR;
    error = Optional.of(code);
  }

  /** Returns the content with a counter of the sent bytes. */
  OutgoingCall.Content counted(OutgoingCall.Content content) {
    return new OutgoingCall.Content(new CountingStream(content.bytes()), content.length());
  }

  /** Returns the error of reading the body, if that is what failed. */
  Optional<IOException> bodyFailure() {
    return Optional.ofNullable(bodyFailure);
  }

  ToolCall event() {
    return new ToolCall(
        plan.decisionId(),
        "http_request",
        plan.target().host(),
        plan.method(),
        plan.target().host(),
        PathTemplate.of(plan.target().path()),
        status,
        plan.decision(),
        outcome.toString(),
        error.map(ErrorCode::toString),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun),
        sent.get(),
        received,
        credential,
        approval,
        plan.redactions(),
        plan.traceId());
  }

  private final class CountingStream extends FilterInputStream {
    CountingStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        int read = super.read(buffer, offset, length);
        sent.addAndGet(Math.max(0, read));
        return read;
      } catch (IOException e) {
        bodyFailure = e;
        throw e;
      }
    }
  }
}
