package io.svc.server.incidents;

import java.util.List;
import java.util.Map;

/** Takes messages about incidents to where people read them. */
@FunctionalInterface
public interface IncidentChannel {
  /**
   * A message that is ready to be sent.
   *
   * @param recipients of an e-mail, those who have it already left out
   * @param settings of the integration, secrets included
   * @param isPlainAllowed whether an address without encryption will do
   */
  record Letter(
      IncidentMessage.Medium medium,
      List<String> recipients,
      String subject,
      String body,
      Map<String, String> settings,
      boolean isPlainAllowed) {
    public Letter {
      recipients = List.copyOf(recipients);
      settings = Map.copyOf(settings);
    }

    /** By what, and nothing of what it says. */
    @Override
    public String toString() {
      return medium.toString();
    }
  }

  /**
   * What came of it.
   *
   * @param error a sentence for people; empty when all was sent
   * @param isRefused whether the other side refused the credentials
   * @param reached the recipients who have it
   */
  record Outcome(String error, boolean isRefused, List<String> reached) {
    public Outcome {
      reached = List.copyOf(reached);
    }

    boolean isSent() {
      return error.isEmpty();
    }
  }

  /** Sends it and waits, outside of transactions. */
  Outcome send(Letter letter);
}
