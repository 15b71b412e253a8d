package io.svc.scanner.fix;

import io.svc.scanner.checks.packages.UnpinnedPackage;
import java.util.Optional;

/** Provides versions of packages and images without access to a registry. */
@FunctionalInterface
public interface PinSource {
  /**
   * A version, or the reason why there is none.
   *
   * @param version version; empty when unknown
   * @param origin source of the version, or the sources that were searched without result
   */
  record Pin(Optional<String> version, String origin) {}

  /** Returns the version that a server runs. */
  Pin pinOf(UnpinnedPackage use);
}
