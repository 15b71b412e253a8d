package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Optional;

/** Where people of a tenant can be told of alerts. */
public interface Channels {
  /**
   * One of them.
   *
   * @param id of the integration
   * @param type such as {@code slack}
   * @param name for people
   */
  record Channel(String id, String type, String name) {}

  /** Those in use. */
  List<Channel> enabled(Tx tx, OrgId org);

  /** One of them, in use or not. */
  Optional<Channel> find(Tx tx, OrgId org, String id);
}
