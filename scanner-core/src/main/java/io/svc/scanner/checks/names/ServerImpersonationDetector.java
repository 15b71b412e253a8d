package io.svc.scanner.checks.names;

import io.svc.rules.Ecosystem;
import io.svc.rules.PackageCatalog;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionLists;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.PackageUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Detects servers with a well-known name that are another server. Only fetched packages and remote
 * addresses are checked: local programs may have any name.
 */
public final class ServerImpersonationDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "names/server-impersonation",
          "server_impersonation",
          Severity.MEDIUM,
          "a server uses a well-known name but is something else",
          "Use the publisher's own package, image, or address. If you want a different server,"
              + " rename the entry.");

  /** Gateways that host servers of many vendors under their own name, with permission. */
  private static final List<String> GATEWAYS =
      WordListParser.list(
          """
          smithery.ai composio.dev pipedream.net zapier.com klavis.ai docker.com mcp.run glama.ai
          metorial.com arcade.dev""");

  /** Domains in which anyone can register a subdomain. */
  private static final Set<String> SHARED_DOMAINS =
      Set.of("netlify.app", "edgeone.app", "edgeone.site");

  /**
   * Second-level labels of country domains under which names are registered, such as {@code co.uk}.
   */
  private static final Set<String> SECOND_LEVELS =
      Set.of("ac", "co", "com", "edu", "gov", "net", "org");

  /** Minimum length of a short form: {@code mongo} for MongoDB. Shorter words are ambiguous. */
  private static final int SHORTEST_SHORT_FORM = 5;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      Optional<PackageCatalog.Server> catalogServer = subject.facts(server).wellKnown();
      if (catalogServer.isPresent()) {
        Optional<DetectedProblem> detection =
            server.isLocal()
                ? ofPackages(subject, server, catalogServer.get())
                : ofHost(subject, server, catalogServer.get());
        detection.ifPresent(detections::add);
      }
    }
    return detections;
  }

  private static Optional<DetectedProblem> ofPackages(
      DetectionSubject subject, McpServer server, PackageCatalog.Server catalogServer) {
    PackageUse last = null;
    for (PackageUse use : subject.facts(server).packages()) {
      boolean isBridge = DetectionLists.packages().isListed(use.ecosystem(), use.name());
      if (isOf(catalogServer, use) || isBridge || use.name().indexOf('$') >= 0) {
        // A bridge or a runner precedes the package that it runs. A known package of another server
        // is only misnamed.
        return Optional.empty();
      }
      last = use;
    }
    if (last == null) {
      return Optional.empty();
    }
    String name = subject.redactor().redact(last.word().origin(), last.name());
    DetectedProblem detection =
        detection(
            server,
            last.word().origin().location(),
            "runs the " + noun(last.ecosystem()) + " `" + name + "`",
            catalogServer);
    // Third-party servers for a product usually have the product's name in their own name.
    boolean isNamed = containsProduct(last.name(), PackageCatalog.folded(catalogServer.name()));
    return Optional.of(isNamed ? detection.withSeverity(Severity.INFO) : detection);
  }

  /** Returns whether a package's name contains the name of a product or a short form of it. */
  private static boolean containsProduct(String packageName, String product) {
    if (PackageCatalog.folded(packageName).contains(product)) {
      return true;
    }
    int start = 0;
    for (int i = 0; i <= packageName.length(); i++) {
      if (i == packageName.length() || !Character.isLetterOrDigit(packageName.charAt(i))) {
        boolean isLong = i - start >= SHORTEST_SHORT_FORM;
        if (isLong
            && product.startsWith(packageName.substring(start, i).toLowerCase(Locale.ROOT))) {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }

  private static boolean isOf(PackageCatalog.Server catalogServer, PackageUse use) {
    Ecosystem ecosystem = use.ecosystem();
    String name = ecosystem.normal(use.name());
    for (String officialName : catalogServer.packages(ecosystem)) {
      if (ecosystem.normal(officialName).equals(name)
          || (ecosystem == Ecosystem.GO && name.startsWith(officialName))) {
        return true;
      }
    }
    // Without known packages of the server, the package cannot be compared.
    return DetectionLists.packages().isFirstParty(ecosystem, name) || !hasPackages(catalogServer);
  }

  private static boolean hasPackages(PackageCatalog.Server catalogServer) {
    return !catalogServer.npm().isEmpty()
        || !catalogServer.pypi().isEmpty()
        || !catalogServer.images().isEmpty();
  }

  private static String noun(Ecosystem ecosystem) {
    return ecosystem == Ecosystem.IMAGE ? "image" : "package";
  }

  private static Optional<DetectedProblem> ofHost(
      DetectionSubject subject, McpServer server, PackageCatalog.Server catalogServer) {
    ConfigText url = server.url().orElse(null);
    if (url == null || catalogServer.hosts().isEmpty()) {
      return Optional.empty();
    }
    UrlHost host = UrlHost.of(url.text());
    if (!isPublic(host) || isHostOf(catalogServer, host.name())) {
      return Optional.empty();
    }
    DetectedProblem detection =
        detection(
            server,
            url.location(),
            "is at the address `" + subject.redactor().redact(url, host.name()) + "`",
            catalogServer);
    return Optional.of(isGateway(host.name()) ? detection.withSeverity(Severity.INFO) : detection);
  }

  /** Returns whether a host is a company's own gateway to the server, according to its name. */
  private static boolean isGateway(String host) {
    return host.contains("gateway") || host.contains("proxy") || host.contains("mcp-hub");
  }

  /**
   * Returns whether a host has a public name. A host in the local network may run a copy of the
   * server.
   */
  private static boolean isPublic(UrlHost host) {
    return !host.isEmpty()
        && !host.isReference()
        && !host.isPlaceholder()
        && !host.isLoopback()
        && !host.isInLocalNetwork()
        && !host.isNumber();
  }

  /** Returns whether a host is one of the server's hosts or in the same domain. */
  static boolean isHostOf(PackageCatalog.Server catalogServer, String host) {
    for (String officialName : catalogServer.hosts()) {
      String domain = domainOf(officialName);
      if (host.equals(officialName) || host.equals(domain) || host.endsWith("." + domain)) {
        return true;
      }
    }
    for (String gateway : GATEWAYS) {
      if (host.equals(gateway) || host.endsWith("." + gateway)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the last two labels of a host, or three if the public suffix has two, such as {@code
   * co.uk}.
   */
  private static String domainOf(String host) {
    int last = host.lastIndexOf('.');
    int second = host.lastIndexOf('.', last - 1);
    String domain = host.substring(second + 1);
    boolean isBelowCountry =
        second > 0
            && host.length() - last <= 3
            && SECOND_LEVELS.contains(host.substring(second + 1, last));
    if (isBelowCountry) {
      return host.substring(host.lastIndexOf('.', second - 1) + 1);
    }
    return SHARED_DOMAINS.contains(domain) ? host : domain;
  }

  private static DetectedProblem detection(
      McpServer server,
      Location location,
      String description,
      PackageCatalog.Server catalogServer) {
    return DetectedProblem.of(
            CHECK,
            server.name(),
            location,
            "The server has the name of `"
                + catalogServer.name()
                + "`, but "
                + description
                + ", which is not a known source of it.")
        .with("well_known", catalogServer.name());
  }
}
