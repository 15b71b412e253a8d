package io.svc.server.redaction;

/**
 * Recognizes one type, or a few similar ones. Stateless; its time depends only on the length of the
 * text.
 */
interface Recognizer {
  /** Adds recognitions; uncertain ones with a low score. */
  void find(TextWithContext passage, RecognitionCollector matches);
}
