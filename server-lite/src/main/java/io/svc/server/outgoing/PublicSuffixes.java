package io.svc.server.outgoing;

import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;

/**
 * Domains below which anybody can have a name, such as {@code com}, {@code co.uk} and {@code
 * github.io}: the Public Suffix List (publicsuffix.org), of which the HTTP client brings a copy.
 */
public final class PublicSuffixes {
  private PublicSuffixes() {}

  /** Whether names below a domain may belong to people who have nothing to do with each other. */
  public static boolean contains(String domain) {
    return PublicSuffixMatcherLoader.getDefault().getDomainRoot(domain) == null;
  }
}
