package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Carries messages to channels. Safe for many threads. */
public interface AlertMessenger {
  /** Whether a message arrived. */
  enum Result {
    DELIVERED,
    /** The same may succeed later. */
    FAILED_FOR_NOW,
    /** The same would fail again. */
    FAILED_FOR_GOOD
  }

  /**
   * What came of one try.
   *
   * @param statusCode what was answered; 0 where nothing was
   * @param retryAfter how long the other side wants to be left alone
   * @param reason one of a few words, for figures; empty for what arrived
   * @param error a sentence for people; empty where there is nothing to say
   */
  record Outcome(
      Result result, int statusCode, Optional<Duration> retryAfter, String reason, String error) {
    /** Something that arrived. */
    public static Outcome delivered(int statusCode) {
      return new Outcome(Result.DELIVERED, statusCode, Optional.empty(), "", "");
    }

    /** Something that failed without an answer. */
    public static Outcome failed(Result result, String reason, String error) {
      return new Outcome(result, 0, Optional.empty(), reason, error);
    }
  }

  /** Types of the channels that messages can be sent to. */
  List<String> types();

  /** Common values of {@link Outcome#reason} of a message that failed. */
  List<String> failureReasons();

  /** Carries a message and waits for what comes of it; outside of transactions. */
  Outcome send(String integrationId, AlertMessage message);

  /** Tells the channel's own record how it went. */
  void settled(Tx tx, OrgId org, String integrationId, Outcome outcome);
}
