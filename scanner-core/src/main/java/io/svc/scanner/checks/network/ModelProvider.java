package io.svc.scanner.checks.network;

import io.svc.scanner.address.UrlHost;
import java.util.List;
import java.util.Set;

/**
 * A provider of language models.
 *
 * @param title as people know it
 * @param names what its variables begin with, in front of {@code _BASE_URL} and the like
 * @param domains where its own service answers
 */
record ModelProvider(String title, List<String> names, Set<String> domains) {
  /** The one whose hosts cannot be told by their domain. */
  static final String BEDROCK = "Amazon Bedrock";

  /** Customers' own machines and stores answer under these as well. */
  private static final Set<String> AMAZON = Set.of("amazonaws.com", "amazonaws.com.cn", "api.aws");

  private static final Set<String> BEDROCK_LABELS =
      Set.of(
          "bedrock",
          "bedrock-fips",
          "bedrock-runtime",
          "bedrock-runtime-fips",
          "bedrock-agent-runtime",
          "bedrock-mantle");

  ModelProvider {
    names = List.copyOf(names);
    domains = Set.copyOf(domains);
  }

  /** Whether a host is the provider's own. */
  boolean owns(UrlHost host) {
    return host.isIn(domains) || (title.equals(BEDROCK) && isBedrock(host));
  }

  /** {@code bedrock-runtime.eu-west-1.amazonaws.com}: service, region, domain and nothing else. */
  private static boolean isBedrock(UrlHost host) {
    String name = host.name();
    String domain = host.domainIn(AMAZON);
    int dot = name.indexOf('.');
    int end = name.length() - domain.length() - 1;
    if (domain.isEmpty() || dot < 0 || dot >= end) {
      return false;
    }
    String region = name.substring(dot + 1, end);
    return BEDROCK_LABELS.contains(name.substring(0, dot))
        && region.indexOf('.') < 0
        && region.indexOf('-') > 0
        && !region.startsWith("s3");
  }
}
