package io.svc.server.credentials;

import io.svc.server.db.OrgId;

/** A source of the credentials of mappings. */
interface SecretSource {
  /**
   * Returns the credential of a mapping. May wait for another server.
   *
   * @throws CredentialUnavailableException when it is currently unavailable
   */
  FetchedCredential fetch(OrgId org, Mapping mapping) throws CredentialUnavailableException;

  /**
   * A credential.
   *
   * @param ref the credential and its version; no secret
   */
  record FetchedCredential(Credential credential, String ref) {}
}
