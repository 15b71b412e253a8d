package io.svc.server.redaction;

/** Recognises one type, or a few that look alike. Stateless; its time grows with the text alone. */
interface Recognizer {
  /** Adds what it recognises; what it is unsure of too, with a low score. */
  void find(Passage passage, Matches matches);
}
