package io.svc.scanner.fix;

import io.svc.scanner.checks.packages.UnpinnedUse;
import java.util.Optional;

/** Knows which version of a package or an image is meant, without asking a registry. */
@FunctionalInterface
public interface PinSource {
  /**
   * A version, or why there is none.
   *
   * @param version empty when it is not known
   * @param origin what tells the version, or what has been looked at in vain
   */
  record Pin(Optional<String> version, String origin) {}

  /** What is known of the version that a server runs. */
  Pin pinOf(UnpinnedUse use);
}
