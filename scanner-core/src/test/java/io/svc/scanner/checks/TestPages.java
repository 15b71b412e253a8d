package io.svc.scanner.checks;

import io.svc.rules.AdvisoryIndex;
import io.svc.rules.CheckPage;
import io.svc.rules.CheckPage.Example;
import io.svc.rules.SampleTemplate;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.detect.LocalMachine;
import io.svc.scanner.detect.NeighborServer;
import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** The pages of the checks, with their examples as the detectors see them. */
final class TestPages {
  private static final Map<String, CheckPage> PAGES = load();

  private TestPages() {}

  /** All pages by the rule id of their check. */
  static Map<String, CheckPage> all() {
    return PAGES;
  }

  /** What a detector sees of an example; of two files the second. */
  static DetectionSubject subject(Example example) {
    if (example.otherConfig().isEmpty()) {
      return subject(example.file(), example.config(), new ExampleMachine(example, List.of()));
    }
    McpConfig other = subject(example.file(), example.config(), path -> false).config();
    String client = other.source();
    List<NeighborServer> neighbors =
        other.servers().stream()
            .map(server -> NeighborServer.of(example.file(), client, server))
            .toList();
    return subject(
        example.otherFile(), example.otherConfig(), new ExampleMachine(example, neighbors));
  }

  private static DetectionSubject subject(String file, String template, LocalMachine machine) {
    String text = SampleTemplate.fill(template, new Random(file.hashCode()));
    return TestConfigs.at(Path.of("/project", file), text, Optional.empty(), machine);
  }

  private record ExampleMachine(Example example, List<NeighborServer> neighbors)
      implements LocalMachine {
    private static final List<AdvisoryIndex> ADVISORIES = List.of(RuleCatalog.advisories());

    @Override
    public boolean isWritableByOthers(String path) {
      return false;
    }

    @Override
    public FileFacts configFile() {
      int others = example.mode().isEmpty() ? 0 : Integer.parseInt(example.mode(), 8) & 7;
      return new FileFacts(
          (others & 2) != 0 ? Access.WRITE : (others & 4) != 0 ? Access.READ : Access.NONE,
          example.isLink() ? Link.WITHIN : Link.NONE);
    }

    @Override
    public List<AdvisoryIndex> advisories() {
      return ADVISORIES;
    }
  }

  private static Map<String, CheckPage> load() {
    Map<String, CheckPage> pages = new TreeMap<>();
    RuleCatalog.sources()
        .forEach(
            (path, text) -> {
              if (path.startsWith("checks/")) {
                CheckPage page = CheckPage.load(path, text);
                pages.put(page.id(), page);
              }
            });
    return pages;
  }
}
