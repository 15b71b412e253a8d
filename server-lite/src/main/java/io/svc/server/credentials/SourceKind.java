package io.svc.server.credentials;

import java.util.Locale;

/** Where a credential lies. */
enum SourceKind {
  /** In the store, sealed. */
  EMBEDDED,
  /** In the operator's Vault, from where it is fetched when it is needed. */
  VAULT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
