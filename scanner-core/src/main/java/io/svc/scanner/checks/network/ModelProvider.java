package io.svc.scanner.checks.network;

import io.svc.scanner.address.UrlHost;
import java.util.List;
import java.util.Set;

/**
 * A provider of language models.
 *
 * @param title display name
 * @param names prefixes of its variables, before {@code _BASE_URL} and similar endings
 * @param domains domains of its own service
 */
record ModelProvider(String title, List<String> names, Set<String> domains) {
  /** The provider whose hosts cannot be identified by their domain alone. */
  static final String BEDROCK = "Amazon Bedrock";

  /** Domains that also contain virtual machines and storage of customers. */
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

  /** Returns whether a host belongs to the provider. */
  boolean owns(UrlHost host) {
    return host.isIn(domains) || (title.equals(BEDROCK) && isBedrock(host));
  }

  /**
   * Returns whether a host is exactly service, region and domain: {@code
   * bedrock-runtime.eu-west-1.amazonaws.com}.
   */
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
