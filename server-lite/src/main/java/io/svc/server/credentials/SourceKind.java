package io.svc.server.credentials;

import java.util.Locale;

/** The location of a credential. */
enum SourceKind {
  /** In the store, sealed. */
  EMBEDDED,
  /** In the operator's Vault, fetched on use. */
  VAULT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
