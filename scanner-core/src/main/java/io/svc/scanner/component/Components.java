package io.svc.scanner.component;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.ServerFacts;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.FetchedCode;
import io.svc.scanner.launch.GitSource;
import io.svc.scanner.launch.ImageReference;
import io.svc.scanner.launch.PackageSpec;
import io.svc.scanner.launch.ServerAddress;
import io.svc.scanner.redact.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists the components of a config file, with the same names as in findings of detectors. */
public final class Components {
  private final Redactor redactor;
  private final List<Component> components = new ArrayList<>();

  private Components(Redactor redactor) {
    this.redactor = redactor;
  }

  /**
   * Returns everything that the servers of a file fetch, run and connect to, in the order of the
   * file. Each server precedes its components.
   *
   * @param redactor redactor of the file's scan
   */
  public static List<Component> of(McpConfig config, Redactor redactor) {
    Components found = new Components(redactor);
    for (McpServer server : config.servers()) {
      found.addServer(server);
    }
    return List.copyOf(found.components);
  }

  private void addServer(McpServer server) {
    String name = redactor.redact(server.name());
    add(Component.Kind.SERVER, name, NameParts.named(name), server.nameLocation());
    ServerFacts facts = new ServerFacts(server);
    for (Launch launch : facts.commands()) {
      addPackage(name, launch);
      addImage(name, facts, launch);
      addSources(name, launch);
    }
    for (ServerAddress address : facts.addresses()) {
      // An argument of another program may be a data source of the server.
      if (address.role() != ServerAddress.Reliability.ARGUMENT) {
        add(
            Component.Kind.ENDPOINT,
            name,
            NameParts.named(redactor.redact(address.origin(), address.url())),
            address.origin().location());
      }
    }
  }

  private void addPackage(String server, Launch launch) {
    Optional<PackageSpec> found = PackageSpec.of(launch);
    if (found.isEmpty()) {
      return;
    }
    PackageSpec spec = found.get();
    if (GitSource.of(spec.name() + "@" + spec.version()).isPresent()) {
      // git@host:owner/repository and name@git+https://host/x use no registry.
      return;
    }
    boolean isExact = spec.pin() == PackageSpec.Pin.EXACT;
    String ecosystem =
        spec.word().text().startsWith("jsr:") ? PackageUrl.JSR : spec.ecosystem().label();
    addPackage(
        server,
        ecosystem,
        spec.name(),
        isExact ? spec.bareVersion() : "",
        isExact ? "" : requested(spec.version()),
        spec.word());
  }

  /** {@code @latest} of uv and {@code latest} of npm have the same notation. */
  private static String requested(String version) {
    return version.startsWith("@") ? version.substring(1) : version;
  }

  private void addPackage(
      String server, String ecosystem, String name, String version, String requested, Word word) {
    NameParts part = new NameParts(ecosystem, name, version, requested, "", "");
    NameParts masked = masked(part, word);
    add(
        Component.Kind.PACKAGE,
        server,
        masked.with(masked.equals(part) ? PackageUrl.ofPackage(ecosystem, name, version) : ""),
        word.origin().location());
  }

  private void addImage(String server, ServerFacts facts, Launch launch) {
    Optional<ContainerRun> run = facts.container(launch);
    if (run.isEmpty() || run.get().image().isEmpty()) {
      return;
    }
    Word word = run.get().image().get();
    Optional<ImageReference> image = ImageReference.of(word.text());
    // The tag of ${IMAGE}:1.0 is known; the registry of ${REGISTRY}/acme/mcp is not.
    if (image.isEmpty() || image.get().name().isEmpty()) {
      return;
    }
    boolean isRegistryKnown = !image.get().name().startsWith("/");
    String name = isRegistryKnown ? image.get().name() : image.get().name().substring(1);
    NameParts part = new NameParts("", name, image.get().tag(), "", image.get().digest(), "");
    NameParts masked = masked(part, word);
    boolean isPublic = isRegistryKnown && !image.get().isLocalBuild() && masked.equals(part);
    add(
        Component.Kind.IMAGE,
        server,
        masked.with(isPublic ? PackageUrl.ofImage(image.get()) : ""),
        word.origin().location());
  }

  private void addSources(String server, Launch launch) {
    FetchedCode fetched = FetchedCode.of(launch);
    for (Word word : fetched.sources()) {
      if (fetched.isGo()) {
        addGoBranch(server, word);
      } else {
        Optional<GitSource> named = GitSource.of(word.text());
        boolean isShorthand = named.isEmpty() && fetched.hasShorthand();
        Optional<GitSource> git = isShorthand ? GitSource.ofShorthand(word.text()) : named;
        if (git.isPresent()) {
          addSource(
              server, CanonicalRepository.of(git.get(), isShorthand), git.get().commit(), word);
        }
      }
    }
  }

  /** A Go module at a branch is also a package. */
  private void addGoBranch(String server, Word word) {
    String text = word.text();
    int at = text.lastIndexOf('@');
    if (GitSource.ofGoModule(text).isPresent()) {
      String requested = text.substring(at + 1);
      addPackage(server, PackageUrl.GO, text.substring(0, at), "", requested, word);
    }
  }

  private void addSource(String server, CanonicalRepository repository, String commit, Word word) {
    String requested = commit.isEmpty() ? CanonicalRepository.revision(word.text()) : "";
    NameParts part = new NameParts("", repository.name(), commit, requested, "", "");
    NameParts masked = masked(part, word);
    add(
        Component.Kind.SOURCE,
        server,
        masked.with(masked.equals(part) ? repository.purl(commit) : ""),
        word.origin().location());
  }

  /**
   * Versions are masked together with the preceding {@code @}, because digests and commits after it
   * are not secret.
   */
  private NameParts masked(NameParts part, Word word) {
    return new NameParts(
        part.ecosystem(),
        redactor.redact(word.origin(), part.name()),
        redactor.redact(word.origin(), "@" + part.version()).substring(1),
        redactor.redact(word.origin(), part.requested()),
        redactor.redact(word.origin(), part.digest()),
        part.purl());
  }

  private void add(Component.Kind kind, String server, NameParts part, Location location) {
    components.add(
        new Component(
            kind,
            server,
            part.ecosystem(),
            part.name(),
            part.version(),
            part.requested(),
            part.digest(),
            part.purl(),
            new Location(
                redactor.redactPointer(location.pointer()), location.line(), location.column())));
  }

  /** The name parts of a component of any kind. */
  private record NameParts(
      String ecosystem, String name, String version, String requested, String digest, String purl) {
    static NameParts named(String name) {
      return new NameParts("", name, "", "", "", "");
    }

    NameParts with(String otherPurl) {
      return new NameParts(ecosystem, name, version, requested, digest, otherPurl);
    }
  }
}
