package io.svc.server.credentials;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/** The credentials that the server adds to requests, so that agents never receive them. */
public final class EgressCredentials {
  private final Finder finder;
  private final UseLog log;

  /** Finds the credential of a request. */
  @FunctionalInterface
  public interface Finder {
    Optional<CredentialInjection> find(OrgId org, String host, int port, String path)
        throws CredentialUnavailableException;
  }

  /** Records the use of a credential. */
  @FunctionalInterface
  public interface UseLog {
    void used(Tx tx, OrgId org, CredentialInjection injection, CredentialUse use);
  }

  /** Creates credentials with a finder and a use log. */
  public EgressCredentials(Finder finder, UseLog log) {
    this.finder = finder;
    this.log = log;
  }

  /**
   * Returns the credential of a request; empty if no mapping of the tenant matches. May wait for a
   * vault: must never be called inside a transaction.
   *
   * @param host a name or an address, in any spelling
   * @param path the path of the request as it will be sent, without its query
   * @throws CredentialUnavailableException when a mapping matches and its credential is
   *     unavailable: the request must not be sent
   */
  public Optional<CredentialInjection> find(OrgId org, String host, int port, String path)
      throws CredentialUnavailableException {
    return finder.find(org, host, port, path);
  }

  /** Records, with the decision, that a credential was added to a request; never its value. */
  public void used(Tx tx, OrgId org, CredentialInjection injection, CredentialUse use) {
    log.used(tx, org, injection, use);
  }
}
