package io.svc.server.credentials;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/** The credentials that the server puts into requests, so that no agent ever holds them. */
public final class EgressCredentials {
  private final Finder finder;
  private final UseLog log;

  /** Finds what a request is given. */
  @FunctionalInterface
  public interface Finder {
    Optional<Injection> find(OrgId org, String host, int port, String path)
        throws CredentialUnavailableException;
  }

  /** Records that a credential was used. */
  @FunctionalInterface
  public interface UseLog {
    void used(Tx tx, OrgId org, Injection injection, CredentialUse use);
  }

  /** Credentials that are found here and whose use is recorded there. */
  public EgressCredentials(Finder finder, UseLog log) {
    this.finder = finder;
    this.log = log;
  }

  /**
   * What a request is given; empty where no mapping of the tenant matches. May ask a vault and wait
   * for it: never to be called inside a transaction.
   *
   * @param host a name or an address, in any spelling
   * @param path of the request, as it will be sent, without its query
   * @throws CredentialUnavailableException when a mapping matches and its credential cannot be had:
   *     the request must not be sent
   */
  public Optional<Injection> find(OrgId org, String host, int port, String path)
      throws CredentialUnavailableException {
    return finder.find(org, host, port, path);
  }

  /** Records, with the decision, that a request was given a credential; never the value of it. */
  public void used(Tx tx, OrgId org, Injection injection, CredentialUse use) {
    log.used(tx, org, injection, use);
  }
}
