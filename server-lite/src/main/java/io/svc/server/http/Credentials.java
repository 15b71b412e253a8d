package io.svc.server.http;

import java.util.Optional;

/** Tells who holds a credential; sessions and keys are kept by features of their own. */
public interface Credentials {
  /**
   * Whose session it is.
   *
   * @param isBackground whether the call is a page's own polling, which keeps no session alive
   */
  Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground);

  /**
   * Whose key it is.
   *
   * @throws ApiException when the key is known and may not be used: expired, revoked, from a wrong
   *     address
   */
  Optional<Caller> key(String key, Caller.Origin origin);
}
