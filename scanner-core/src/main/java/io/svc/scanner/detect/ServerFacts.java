package io.svc.scanner.detect;

import io.svc.rules.PackageCatalog;
import io.svc.rules.RecentResults;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.launch.CommandWords;
import io.svc.scanner.launch.Commands;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.LaunchSetting;
import io.svc.scanner.launch.LaunchSettings;
import io.svc.scanner.launch.ServerAddress;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a server that several detectors use. Each fact is computed on first use. Not
 * thread-safe, like {@link DetectionSubject}.
 */
public final class ServerFacts {
  /** The same names recur in the files of a directory. */
  private static final RecentResults<String, Optional<PackageCatalog.Server>> WELL_KNOWN =
      new RecentResults<>(512);

  private final McpServer server;
  private @Nullable List<Launch> commands;
  private @Nullable List<Word> words;
  private @Nullable List<LaunchSetting> settings;
  private @Nullable List<ServerAddress> addresses;
  private @Nullable List<PackageUse> packages;
  private @Nullable String nameKey;

  @SuppressWarnings("NullableOptional") // It is null until the first request.
  private @Nullable Optional<PackageCatalog.Server> wellKnown;

  private @Nullable IdentityHashMap<Launch, Optional<ContainerRun>> containers;

  public ServerFacts(McpServer server) {
    this.server = server;
  }

  /** Returns all commands that the start of the server runs, outermost first. */
  public List<Launch> commands() {
    if (commands == null) {
      commands = Commands.of(server);
    }
    return commands;
  }

  /** Returns the words of its command, with the words of scripts listed individually. */
  public List<Word> words() {
    if (words == null) {
      words = CommandWords.of(server);
    }
    return words;
  }

  /** Returns all named settings of its entry. */
  public List<LaunchSetting> settings() {
    if (settings == null) {
      settings = LaunchSettings.of(server, words());
    }
    return settings;
  }

  /** Returns the addresses of the server. */
  public List<ServerAddress> addresses() {
    if (addresses == null) {
      addresses = ServerAddress.of(server, words());
    }
    return addresses;
  }

  /** Returns the normalized form of its name, equal for names that are or look the same. */
  public String nameKey() {
    if (nameKey == null) {
      nameKey = NeighborServer.keyOf(server.name());
    }
    return nameKey;
  }

  /** Returns the well-known server that its name denotes or resembles. */
  public Optional<PackageCatalog.Server> wellKnown() {
    if (wellKnown == null) {
      String key = nameKey();
      wellKnown = WELL_KNOWN.get(key);
      if (wellKnown == null) {
        wellKnown = DetectionLists.packages().server(key);
        WELL_KNOWN.put(key, wellKnown);
      }
    }
    return wellKnown;
  }

  /** Returns the packages and images that its commands fetch, outermost command first. */
  public List<PackageUse> packages() {
    if (packages == null) {
      packages = PackageUse.of(this);
    }
    return packages;
  }

  /** Returns the containers that its commands run, outermost command first. */
  public List<ContainerRun> containers() {
    List<ContainerRun> runs = List.of();
    for (Launch command : commands()) {
      Optional<ContainerRun> run = container(command);
      if (run.isPresent()) {
        runs = runs.isEmpty() ? new ArrayList<>(1) : runs;
        runs.add(run.get());
      }
    }
    return runs;
  }

  /** Returns the container that one of its commands runs; empty when it runs none. */
  public Optional<ContainerRun> container(Launch command) {
    if (containers == null) {
      containers = new IdentityHashMap<>(2);
    }
    Optional<ContainerRun> cached = containers.get(command);
    if (cached == null) {
      cached = ContainerRun.of(command);
      containers.put(command, cached);
    }
    return cached;
  }
}
