package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Channels of every tenant that a test names. */
final class TestChannels implements Channels {
  private final List<Channel> enabled = new CopyOnWriteArrayList<>();

  /** One more, whose identifier is told. */
  String add(String type) {
    String id = "itg_" + String.format("%026d", enabled.size() + 1);
    enabled.add(new Channel(id, type, "Our " + type));
    return id;
  }

  void remove(String id) {
    enabled.removeIf(channel -> channel.id().equals(id));
  }

  @Override
  public List<Channel> enabled(Tx tx, OrgId org) {
    return List.copyOf(enabled);
  }

  @Override
  public Optional<Channel> find(Tx tx, OrgId org, String id) {
    return enabled.stream().filter(channel -> channel.id().equals(id)).findFirst();
  }
}
