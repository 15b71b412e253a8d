package io.svc.server.channels;

import io.svc.server.alerts.AlertMessenger.Outcome;
import io.svc.server.alerts.AlertMessenger.Result;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingResponse;
import io.svc.server.integrations.IntegrationType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Maps responses of channels to delivery outcomes. */
final class ChannelResponses {
  static final String UNAUTHORIZED = "unauthorized";
  private static final String RATE_LIMITED = "rate_limited";

  /** Temporary 4xx statuses, which are not caused by the message. */
  private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429);

  private static final int FIRST_OF_SERVER = 500;

  private ChannelResponses() {}

  /** Returns every reason of a failed request. */
  static List<String> reasons() {
    return Stream.concat(
            Stream.of(UNAUTHORIZED, RATE_LIMITED, "http_1xx", "http_3xx", "http_4xx", "http_5xx"),
            Stream.of(OutgoingException.Reason.values()).map(Object::toString))
        .toList();
  }

  static Outcome judged(IntegrationType type, OutgoingResponse reply) {
    int status = reply.status();
    if (reply.isSuccess()) {
      return Outcome.delivered(status);
    }
    boolean isPassing = status >= FIRST_OF_SERVER || PASSING.contains(status);
    return new Outcome(
        isPassing ? Result.FAILED_FOR_NOW : Result.FAILED_FOR_GOOD,
        status,
        reply.header("retry-after").flatMap(ChannelResponses::seconds),
        reason(status),
        type + " responded with " + status + "; expected a 2xx status.");
  }

  /**
   * RFC 9110, section 10.2.3; the form with a date is rare, and the default wait is used for it.
   */
  private static Optional<Duration> seconds(String value) {
    return value.matches("[0-9]{1,9}")
        ? Optional.of(Duration.ofSeconds(Long.parseLong(value)))
        : Optional.empty();
  }

  private static String reason(int status) {
    if (status == 401 || status == 403) {
      return UNAUTHORIZED;
    }
    if (status == 429) {
      return RATE_LIMITED;
    }
    return "http_" + status / 100 + "xx";
  }

  static Outcome judged(OutgoingException failure) {
    if (failure.status().isPresent()
        && failure.status().getAsInt() >= 200
        && failure.status().getAsInt() < 300) {
      // The message was accepted; only the response was too long.
      return Outcome.delivered(failure.status().getAsInt());
    }
    boolean isForGood =
        failure.reason() == OutgoingException.Reason.BLOCKED_ADDRESS
            || failure.reason() == OutgoingException.Reason.BAD_URL;
    return Outcome.failed(
        isForGood ? Result.FAILED_FOR_GOOD : Result.FAILED_FOR_NOW,
        failure.reason().toString(),
        failure.getMessage());
  }
}
