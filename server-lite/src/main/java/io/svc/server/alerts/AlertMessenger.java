package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Sends messages to channels. Thread-safe. */
public interface AlertMessenger {
  /** The result of an attempt. */
  enum Result {
    DELIVERED,
    /** A retry may succeed. */
    FAILED_FOR_NOW,
    /** A retry would fail again. */
    FAILED_FOR_GOOD
  }

  /**
   * The outcome of one attempt.
   *
   * @param statusCode status code of the response; 0 without a response
   * @param retryAfter the delay that the receiver requested
   * @param reason one of a few values, for metrics; empty for a delivered message
   * @param error the error message to display; empty without an error
   */
  record Outcome(
      Result result, int statusCode, Optional<Duration> retryAfter, String reason, String error) {
    /** Returns the outcome of a delivered message. */
    public static Outcome delivered(int statusCode) {
      return new Outcome(Result.DELIVERED, statusCode, Optional.empty(), "", "");
    }

    /** Returns the outcome of an attempt that failed without a response. */
    public static Outcome failed(Result result, String reason, String error) {
      return new Outcome(result, 0, Optional.empty(), reason, error);
    }
  }

  /** Returns the supported channel types. */
  List<String> types();

  /** Returns the possible values of {@link Outcome#reason} of failed messages. */
  List<String> failureReasons();

  /** Sends a message and waits for the outcome. Not for use in a transaction. */
  Outcome send(String integrationId, AlertMessage message);

  /** Records the outcome in the channel's status. */
  void settled(Tx tx, OrgId org, String integrationId, Outcome outcome);
}
