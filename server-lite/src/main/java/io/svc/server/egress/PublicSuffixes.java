package io.svc.server.egress;

import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;

/**
 * Domains under which anyone can register names, such as {@code com}, {@code co.uk} and {@code
 * github.io}: the Public Suffix List (publicsuffix.org), from the copy in the HTTP client.
 */
public final class PublicSuffixes {
  private PublicSuffixes() {}

  /** Returns whether names under a domain may belong to unrelated owners. */
  public static boolean contains(String domain) {
    return PublicSuffixMatcherLoader.getDefault().getDomainRoot(domain) == null;
  }
}
