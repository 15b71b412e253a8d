package io.svc.server.incidents;

import java.util.List;
import java.util.Map;

/** Sends messages about incidents. */
@FunctionalInterface
public interface IncidentChannel {
  /**
   * A message that is ready to be sent.
   *
   * @param recipients of an e-mail, without the recipients that already received it
   * @param settings of the integration, including secrets
   * @param isPlainAllowed whether unencrypted connections are allowed
   */
  record OutgoingMessage(
      IncidentMessage.Medium medium,
      List<String> recipients,
      String subject,
      String body,
      Map<String, String> settings,
      boolean isPlainAllowed) {
    public OutgoingMessage {
      recipients = List.copyOf(recipients);
      settings = Map.copyOf(settings);
    }

    /** Returns the channel and no content. */
    @Override
    public String toString() {
      return medium.toString();
    }
  }

  /**
   * The outcome of sending a message.
   *
   * @param error a sentence to display; empty when everything was sent
   * @param isRefused whether the receiver rejected the credentials
   * @param reached recipients of successful deliveries
   */
  record Outcome(String error, boolean isRefused, List<String> reached) {
    public Outcome {
      reached = List.copyOf(reached);
    }

    boolean isSent() {
      return error.isEmpty();
    }
  }

  /** Sends a message and waits for the outcome. Not for use in a transaction. */
  Outcome send(OutgoingMessage message);
}
