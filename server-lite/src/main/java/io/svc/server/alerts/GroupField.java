package io.svc.server.alerts;

import java.util.Locale;
import java.util.function.Function;

/** A field that groups alerts. */
enum GroupField {
  AGENT_ID(Alert::agentId),
  THREAT_TYPE(Alert::threatType),
  SESSION_ID(Alert::sessionId),
  SOURCE(Alert::source),
  ENVIRONMENT(Alert::environment),
  RULE(Alert::rule),
  DESTINATION(Alert::destination),
  FINGERPRINT(Alert::fingerprint);

  @SuppressWarnings("ImmutableEnumChecker") // A reference to an accessor of a record.
  private final Function<Alert, String> value;

  GroupField(Function<Alert, String> value) {
    this.value = value;
  }

  String of(Alert alert) {
    return value.apply(alert);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
