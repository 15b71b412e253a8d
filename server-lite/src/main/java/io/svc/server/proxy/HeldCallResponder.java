package io.svc.server.proxy;

import io.svc.server.decisions.DecisionResult;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.RawExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Responds to a call that waits for approval with its status, after the wait that the caller
 * prefers.
 */
final class HeldCallResponder {
  /** Most intermediaries time out after one minute. */
  private static final int LONGEST_WAIT = 55;

  private static final int ACCEPTED = 202;

  /** RFC 7240, section 4.3. */
  private static final Pattern WAIT =
      Pattern.compile("(?i)(?:^|[,;])\\s*wait\\s*=\\s*\"?(\\d{1,6})");

  private final ApprovalGate gate;

  HeldCallResponder(ApprovalGate gate) {
    this.gate = gate;
  }

  void answer(Call call, RawExchange raw, DecisionResult ruling) {
    String id = ruling.approvalId().orElseThrow();
    HeldCallStatus status = gate.await(call.org(), id, preferredWait(call.header("Prefer")));
    if (status instanceof HeldCallStatus.Pending pending) {
      call.header("Location", "/v1/approvals/" + id);
      call.header("Retry-After", Integer.toString(pending.pollSeconds()));
      call.reply(ACCEPTED, pending.body());
    } else if (status instanceof HeldCallStatus.Executed executed) {
      write(raw, ruling, executed.reply(), call.caller().origin().requestId());
    } else if (status instanceof HeldCallStatus.Rejected deniedStatus) {
      throw new ApiException(deniedStatus.code(), deniedStatus.message());
    }
  }

  static Duration preferredWait(Optional<String> prefer) {
    Matcher matcher = WAIT.matcher(prefer.orElse(""));
    return matcher.find()
        ? Duration.ofSeconds(Math.min(LONGEST_WAIT, Integer.parseInt(matcher.group(1))))
        : Duration.ZERO;
  }

  private static void write(
      RawExchange raw, DecisionResult ruling, ProxyReply reply, String requestId) {
    List<RawExchange.Header> headers = new ArrayList<>();
    reply
        .headers()
        .forEach(
            (name, values) -> values.forEach(v -> headers.add(new RawExchange.Header(name, v))));
    headers.addAll(ResponseStreamer.marks(requestId, ruling.decisionId(), ruling.effect().label()));
    byte[] body = reply.body();
    try (OutputStream out =
        raw.begin(
            reply.status(),
            headers,
            ResponseStreamer.hasNoBody(raw.method(), reply.status())
                ? OptionalLong.empty()
                : OptionalLong.of(body.length))) {
      if (!ResponseStreamer.hasNoBody(raw.method(), reply.status())) {
        out.write(body);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
