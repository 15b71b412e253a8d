package io.svc.server.incidents;

import io.svc.server.http.Fields;
import java.util.Locale;
import java.util.Optional;

/** By what people are written to. */
enum Medium {
  SLACK,
  EMAIL;

  /** Slack is the chat that there is, and who says chat means it; empty when nothing is said. */
  static Optional<Medium> read(Fields sent) {
    boolean isChat = sent.value("channel").asText().strip().equalsIgnoreCase("chat");
    return isChat ? Optional.of(SLACK) : sent.option("channel", Medium.class);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
