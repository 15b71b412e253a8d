package io.svc.server.discovery;

import java.time.Instant;

/**
 * Why a thing is believed to be there, or to be what it is said to be.
 *
 * @param scanner what found it, as {@code n8n_api}
 * @param basis what the finding rests on, as {@code platform_api} or {@code export}
 * @param source where exactly it was read
 * @param detail a sentence for people, without secrets
 * @param confidence 0 to 1
 */
public record AssetEvidence(
    String scanner,
    String basis,
    String source,
    String detail,
    double confidence,
    Instant observedAt) {
  public AssetEvidence {
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence is " + confidence);
    }
  }
}
