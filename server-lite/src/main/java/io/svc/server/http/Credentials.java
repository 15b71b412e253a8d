package io.svc.server.http;

import java.util.Optional;

/** Authenticates credentials. Sessions and keys are implemented by their own features. */
public interface Credentials {
  /**
   * Returns the caller of a session.
   *
   * @param isBackground whether the call is automatic polling of a page, which does not extend the
   *     session
   */
  Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground);

  /**
   * Returns the caller of a key.
   *
   * @throws ApiException when the key exists but cannot be used: expired, revoked, or sent from a
   *     disallowed address
   */
  Optional<Caller> key(String key, Caller.Origin origin);
}
