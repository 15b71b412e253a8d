package io.svc.server.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Keys that match sightings of the same asset across sources.
 *
 * @param url the kind and the normalized URL; empty without a URL
 * @param agent the platform and the name of an agent there; empty otherwise
 */
record MergeKeys(String url, String agent) {
  static MergeKeys of(Sighting sighting) {
    boolean acts = sighting.kind() == AssetKind.WORKFLOW || sighting.kind() == AssetKind.AGENT;
    String family = acts ? "acting" : sighting.kind().toString();
    return new MergeKeys(
        sighting.url().map(MergeKeys::address).map(url -> family + " " + url).orElse(""),
        acts ? agent(sighting) : "");
  }

  /** Returns the name of a self-registered agent: platform and name, separated by a slash. */
  private static String agent(Sighting sighting) {
    return sighting.source() == AssetSource.REGISTER_API
        ? sighting.externalId().replaceFirst("/", " ")
        : sighting.source() + " " + sighting.externalId();
  }

  /** Normalizes a URL: lower-case host, no default port, no trailing slash. */
  private static String address(String url) {
    try {
      URI uri = new URI(url.strip());
      if (uri.getScheme() == null || uri.getHost() == null) {
        return url.strip();
      }
      String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
      boolean isUsual =
          uri.getPort() < 0
              || (scheme.equals("https") && uri.getPort() == 443)
              || (scheme.equals("http") && uri.getPort() == 80);
      String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceFirst("/+$", "");
      return scheme
          + "://"
          + uri.getHost().toLowerCase(Locale.ROOT)
          + (isUsual ? "" : ":" + uri.getPort())
          + path
          + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
          + (uri.getRawFragment() == null ? "" : "#" + uri.getRawFragment());
    } catch (URISyntaxException | NumberFormatException e) {
      // Not a URL; equal texts still match.
      return url.strip();
    }
  }
}
