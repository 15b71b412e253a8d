package io.svc.scanner.fix;

import io.svc.scanner.config.Extent;
import io.svc.scanner.fix.ServerPlaces.Use;
import io.svc.scanner.redact.FoundSecret;
import java.util.List;

/** Moves secrets for a client that is told the names of variables under keys of their own. */
interface NamedReferences {
  /** Thinks of a change for the secrets of one value. */
  void move(List<FoundSecret> secrets, Use use, Extent extent);

  /** Completes the changes, when all secrets of the file have been seen. */
  void finish();
}
