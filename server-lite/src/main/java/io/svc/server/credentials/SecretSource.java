package io.svc.server.credentials;

import io.svc.server.db.OrgId;

/** Something that has the credentials of mappings. */
interface SecretSource {
  /**
   * The credential that a mapping names. May wait for another server.
   *
   * @throws CredentialUnavailableException when it cannot be had just now
   */
  Fetched fetch(OrgId org, Mapping mapping) throws CredentialUnavailableException;

  /**
   * A credential.
   *
   * @param ref which one, in which version; no secret
   */
  record Fetched(Credential credential, String ref) {}
}
