package io.svc.server.detection;

import java.util.Locale;

/** What an agent, or who misuses it, may be about to do. */
public enum Threat {
  PROMPT_INJECTION("Prompt injection", "review_input"),
  EXFILTRATION("Data exfiltration", "contain_agent"),
  DESTRUCTIVE_ACTION("Destructive action", "require_approval"),
  SECRET_EXPOSURE("Secret in tool arguments", "rotate"),
  PII_EXPOSURE("Personal data on its way out", "redact"),
  UNUSUAL_DESTINATION("Unusual destination", "review_destination"),
  BURST("Activity spike", "rate_limit"),
  OFF_HOURS("Action at an unusual hour", "confirm_with_owner"),
  POLICY_VIOLATION("Repeated denials", "review_agent");

  private final String title;
  private final String advice;

  Threat(String title, String advice) {
    this.title = title;
    this.advice = advice;
  }

  /** What an alert of it is called. */
  String title() {
    return title;
  }

  /** What to do about it. */
  String advice() {
    return advice;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
