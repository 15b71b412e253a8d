package io.svc.server.detection;

import java.util.Locale;

/** The result of the cascade for a threat, from benign to malicious. */
public enum Label {
  BENIGN,
  SUSPICIOUS,
  MALICIOUS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
