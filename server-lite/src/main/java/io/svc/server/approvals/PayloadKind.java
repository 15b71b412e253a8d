package io.svc.server.approvals;

import java.util.Locale;

/** What is kept sealed beside an approval. */
enum PayloadKind {
  /** The call that waits; whoever sends it sealed it. */
  CALL,
  /** What it was answered with. */
  ANSWER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
