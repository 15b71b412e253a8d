package io.svc.server.detection;

import java.util.Locale;

/** What the cascade makes of something, from harmless to bad. */
public enum Label {
  BENIGN,
  SUSPICIOUS,
  MALICIOUS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
