package io.svc.cli.clients;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.targets.ConfigFiles;
import io.svc.scanner.client.ConfigDiscovery;
import io.svc.scanner.client.ConfigScope;
import io.svc.scanner.client.DiscoveredConfig;
import io.svc.scanner.client.McpClient;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.scan.ProjectPaths;
import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The supported clients and their files on this machine.
 *
 * @param clients in catalog order, including clients without a file
 */
public record ClientInventory(List<Entry> clients) {
  /**
   * A client and its files.
   *
   * @param places the paths where its files are searched, in display form
   * @param files the files that exist
   */
  record Entry(McpClient client, List<String> places, List<FoundFile> files) {
    Entry {
      places = List.copyOf(places);
      files = List.copyOf(files);
    }
  }

  /**
   * A file of a client.
   *
   * @param path the display path, without secrets of a known format
   * @param servers the number of servers that could be read
   * @param skipped the number of entries that could not be read
   * @param reason why the file is broken; empty if it is not
   */
  public record FoundFile(
      String path, ConfigScope scope, Status status, int servers, int skipped, String reason) {}

  /** The read status of a file. */
  public enum Status {
    READABLE,
    /** Some entries could not be read. */
    PARTIAL,
    /** The file could not be read; a scan cannot check it. */
    BROKEN;

    /** Returns the label in the output. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ClientInventory {
    clients = List.copyOf(clients);
  }

  /** Checks every known place and reads the files that exist. It does not look for findings. */
  public static ClientInventory read(ProcessContext surroundings, long maxFileBytes) {
    ConfigDiscovery discovery = ConfigFiles.discovery(surroundings);
    ProjectPaths paths = surroundings.pathsOf(surroundings.directory());
    Scanner reader =
        new Scanner(
            ScanSettings.standard()
                .withDetectors(List.of())
                .withMaxFileBytes(maxFileBytes)
                .withClock(surroundings.clock())
                .withProjectPaths(paths));
    List<DiscoveredConfig> found = discovery.find();
    List<ScanRequest> requests = new ArrayList<>();
    for (DiscoveredConfig file : found) {
      requests.add(new ScanRequest(file.path(), Optional.of(file.client().label())));
    }
    List<Content> contents = reader.scanAll(requests, Content::of);
    List<Entry> entries = new ArrayList<>();
    for (McpClient client : McpClients.all()) {
      List<FoundFile> files = new ArrayList<>();
      for (int i = 0; i < found.size(); i++) {
        DiscoveredConfig file = found.get(i);
        if (file.client().equals(client)) {
          String path = reader.redact(paths.display(file.path().toString()));
          files.add(contents.get(i).in(path, file.location().scope()));
        }
      }
      entries.add(new Entry(client, shortened(discovery.locationsOf(client), paths), files));
    }
    return new ClientInventory(entries);
  }

  /** The result of reading a file, without its path. */
  private record Content(Status status, int servers, int skipped, String reason) {
    static Content of(ScanOutcome outcome) {
      if (outcome instanceof Scanned scanned) {
        McpConfig config = scanned.config();
        int skipped = config.skipped().size();
        Status status = skipped == 0 ? Status.READABLE : Status.PARTIAL;
        return new Content(status, config.servers().size(), skipped, "");
      }
      String reason =
          outcome instanceof UnreadableFile rejected
              ? rejected.reason()
              : "the file no longer exists";
      return new Content(Status.BROKEN, 0, 0, reason);
    }

    FoundFile in(String path, ConfigScope scope) {
      return new FoundFile(path, scope, status, servers, skipped, reason);
    }
  }

  /** Shortens paths as {@link ProjectPaths#display} does, which rejects an asterisk on Windows. */
  private static List<String> shortened(List<String> fullPaths, ProjectPaths paths) {
    List<String> shortened = new ArrayList<>();
    for (String path : fullPaths) {
      String project = below(path, paths.project(), "");
      shortened.add(project.isEmpty() ? orSame(below(path, paths.home(), "~/"), path) : project);
    }
    return shortened;
  }

  private static String below(String path, Path directory, String name) {
    String start = directory.toString().replace('\\', '/');
    start = start.endsWith("/") ? start : start + "/";
    return path.startsWith(start) ? name + path.substring(start.length()) : "";
  }

  private static String orSame(String shorter, String path) {
    return shorter.isEmpty() ? path : shorter;
  }

  /** Returns the clients that have at least one file. */
  public List<Entry> present() {
    List<Entry> present = new ArrayList<>();
    for (Entry entry : clients) {
      if (!entry.files().isEmpty()) {
        present.add(entry);
      }
    }
    return present;
  }

  /** Returns the files of all clients. */
  public List<FoundFile> files() {
    List<FoundFile> files = new ArrayList<>();
    for (Entry entry : clients) {
      files.addAll(entry.files());
    }
    return files;
  }

  /** Returns the number of servers in all files. */
  public int servers() {
    int servers = 0;
    for (FoundFile file : files()) {
      servers += file.servers();
    }
    return servers;
  }
}
