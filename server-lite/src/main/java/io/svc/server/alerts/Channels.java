package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Optional;

/** The alert channels of a tenant. */
public interface Channels {
  /**
   * A channel.
   *
   * @param id identifier of the integration
   * @param type such as {@code slack}
   * @param name the name to display
   */
  record Channel(String id, String type, String name) {}

  /** Returns the enabled channels. */
  List<Channel> enabled(Tx tx, OrgId org);

  /** Returns a channel, enabled or not. */
  Optional<Channel> find(Tx tx, OrgId org, String id);
}
