package io.svc.server.detection;

import java.util.Locale;

/** The threats that an agent, or an attacker who misuses it, can pose. */
public enum Threat {
  PROMPT_INJECTION("Prompt injection", "review_input"),
  EXFILTRATION("Data exfiltration", "contain_agent"),
  DESTRUCTIVE_ACTION("Destructive action", "require_approval"),
  SECRET_EXPOSURE("Secret in tool arguments", "rotate"),
  PII_EXPOSURE("Personal data exposure", "redact"),
  UNUSUAL_DESTINATION("Unusual destination", "review_destination"),
  BURST("Activity spike", "rate_limit"),
  OFF_HOURS("Activity at an unusual hour", "confirm_with_owner"),
  POLICY_VIOLATION("Repeated denials", "review_agent");

  private final String title;
  private final String advice;

  Threat(String title, String advice) {
    this.title = title;
    this.advice = advice;
  }

  /** Returns the title of an alert. */
  String title() {
    return title;
  }

  /** Returns the recommended action. */
  String advice() {
    return advice;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
