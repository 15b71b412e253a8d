package io.svc.server.discovery;

import java.time.Instant;

/**
 * Evidence for the existence or a property of an asset.
 *
 * @param scanner the scanner, such as {@code n8n_api}
 * @param basis the type of source, such as {@code platform_api} or {@code export}
 * @param source the exact location
 * @param detail a sentence to display, without secrets
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
