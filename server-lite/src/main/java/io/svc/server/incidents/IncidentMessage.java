package io.svc.server.incidents;

import io.svc.server.http.Fields;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A request to send a message; empty fields are taken from the draft. */
record IncidentMessage(
    Optional<String> communicationId,
    Optional<Medium> channel,
    Optional<Audience> audience,
    List<String> recipients,
    Optional<String> subject,
    Optional<String> body,
    Optional<String> integrationId) {
  static final int MAX_RECIPIENTS = 20;
  static final int LONGEST_ADDRESS = 254;

  private static final int LONGEST_SUBJECT = 200;
  private static final int LONGEST_BODY = 20_000;

  IncidentMessage {
    recipients = List.copyOf(recipients);
  }

  static IncidentMessage read(Fields sent) {
    IncidentMessage read =
        new IncidentMessage(
            sent.optionalText("communicationId", NewIncident.LONGEST_ID),
            Medium.read(sent),
            sent.option("audience", Audience.class),
            addresses(sent),
            sent.optionalText("subject", LONGEST_SUBJECT),
            sent.optionalText("body", LONGEST_BODY),
            sent.optionalText("integrationId", NewIncident.LONGEST_ID));
    if (read.communicationId.isEmpty()) {
      if (read.channel.isEmpty()) {
        sent.missing("channel");
      }
      if (read.body.isEmpty()) {
        sent.missing("body");
      }
    }
    if (read.subject.filter(s -> s.chars().anyMatch(Character::isISOControl)).isPresent()) {
      sent.problem("invalid", "subject", "\"subject\" is more than one line.");
    }
    sent.check();
    return read;
  }

  static List<String> addresses(Fields sent) {
    List<String> addresses =
        sent.texts("recipients", MAX_RECIPIENTS, LONGEST_ADDRESS).stream()
            .map(String::strip)
            .distinct()
            .toList();
    addresses.stream()
        .filter(address -> !io.svc.server.mail.Mail.isAddress(address))
        .findFirst()
        .ifPresent(
            address ->
                sent.problem(
                    "invalid",
                    "recipients",
                    "\"recipients\" contains \""
                        + address.replaceAll("\\p{Cntrl}", "?")
                        + "\"; expected e-mail addresses."));
    return addresses;
  }

  /** The audience of a message. */
  enum Audience {
    /** The responders. */
    INTERNAL,
    EXECUTIVE,
    CUSTOMER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The channel of a message. */
  enum Medium {
    SLACK,
    EMAIL;

    /** The channel of a message, where {@code chat} means Slack; empty if there is none. */
    static Optional<Medium> read(Fields sent) {
      boolean isChat = sent.value("channel").asText().strip().equalsIgnoreCase("chat");
      return isChat ? Optional.of(SLACK) : sent.option("channel", Medium.class);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
