package io.svc.scanner.detect;

import io.svc.rules.Severity;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Sees a package that is fetched anew in whatever version a registry has that day. */
final class UnpinnedPackageDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "supply-chain/unpinned-package",
          "unpinned_package",
          Severity.LOW,
          "a package is run without one exact version",
          "Name one exact version, such as package@1.2.3 (npm) or package==1.2.3 (PyPI), and update it"
              + " deliberately.");

  /** Scopes in which only their owner, the maker of the product itself, can publish. */
  private static final Set<String> FIRST_PARTY_SCOPES =
      Set.of(
          "@modelcontextprotocol",
          "@anthropic-ai",
          "@playwright",
          "@microsoft",
          "@azure",
          "@github",
          "@supabase",
          "@upstash",
          "@notionhq",
          "@sentry",
          "@stripe",
          "@cloudflare",
          "@google-cloud",
          "@google",
          "@aws",
          "@angular",
          "@figma",
          "@hubspot",
          "@elastic",
          "@mongodb-js",
          "@neondatabase",
          "@vercel",
          "@netlify",
          "@heroku",
          "@shopify",
          "@browserbasehq",
          "@dynatrace-oss",
          "@railway",
          "@semgrep",
          "@apify",
          "@paypal",
          "@twilio-alpha",
          "@auth0",
          "@okta",
          "@atlassian",
          "@contentful",
          "@sanity",
          "@prisma",
          "@sap",
          "@salesforce",
          "@circleci",
          "@launchdarkly",
          "@newrelic",
          "@datadog",
          "@grafana",
          "@digitalocean",
          "@mapbox",
          "@storybook",
          "@nx",
          "@expo",
          "@perplexity-ai",
          "@tavily",
          "@z_ai",
          "@alchemy",
          "@progress",
          "@gitlab",
          "@docker");

  /** Names that their makers publish without a scope. */
  private static final Set<String> FIRST_PARTY_NAMES =
      Set.of(
          "chrome-devtools-mcp",
          "mongodb-mcp-server",
          "firecrawl-mcp",
          "exa-mcp-server",
          "tavily-mcp",
          "mcp-server-time",
          "mcp-server-git",
          "mcp-server-fetch",
          "redis-mcp-server",
          "firebase-tools",
          "shadcn",
          "agent-bom",
          "figma-developer-mcp");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<Detection> detect(Subject subject) {
    List<Detection> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      Set<String> told = new HashSet<>();
      for (Launch launch : subject.commands(server)) {
        Optional<PackageSpec> spec = PackageSpec.of(launch);
        if (spec.isPresent()
            && spec.get().pin() != PackageSpec.Pin.EXACT
            && told.add(spec.get().name())) {
          detections.add(detection(subject, server, spec.get()));
        }
      }
    }
    return detections;
  }

  private static Detection detection(Subject subject, McpServer server, PackageSpec spec) {
    boolean isRange = spec.pin() == PackageSpec.Pin.RANGE;
    String name = subject.redactor().redact(spec.word().origin(), spec.name());
    String detail =
        isRange
            ? "`"
                + spec.launcher()
                + "` runs `"
                + name
                + "` in a version that can change from day to day ("
                + subject.redactor().redact(spec.word().origin(), shownVersion(spec))
                + ")."
            : "`" + spec.launcher() + "` runs `" + name + "` in whatever version the registry has.";
    Detection detection =
        Detection.of(CHECK, server.name(), spec.word().origin().location(), detail);
    Severity severity =
        isFirstParty(spec.name()) ? Severity.INFO : isRange ? Severity.MEDIUM : Severity.LOW;
    return detection.withSeverity(severity).with("package", name);
  }

  /** {@code @latest} of uv and {@code latest} of npm are written the same way. */
  private static String shownVersion(PackageSpec spec) {
    return spec.version().startsWith("@") ? spec.version().substring(1) : spec.version();
  }

  private static boolean isFirstParty(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    int slash = lower.indexOf('/');
    return FIRST_PARTY_NAMES.contains(lower)
        || lower.startsWith("awslabs.")
        || (slash > 0 && FIRST_PARTY_SCOPES.contains(lower.substring(0, slash)));
  }
}
