package io.svc.server.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * What two sightings of one thing have in common, beside the place where they were made.
 *
 * @param url the kind of thing and its address, without what makes no difference; empty without an
 *     address
 * @param agent the platform of what acts and its name there; empty for what does not act
 */
record MergeKeys(String url, String agent) {
  static MergeKeys of(Sighting sighting) {
    boolean acts = sighting.kind() == AssetKind.WORKFLOW || sighting.kind() == AssetKind.AGENT;
    String family = acts ? "acting" : sighting.kind().toString();
    return new MergeKeys(
        sighting.url().map(MergeKeys::address).map(url -> family + " " + url).orElse(""),
        acts ? agent(sighting) : "");
  }

  /** What told of itself is called by its platform and its name there, parted by a slash. */
  private static String agent(Sighting sighting) {
    return sighting.source() == AssetSource.REGISTER_API
        ? sighting.externalId().replaceFirst("/", " ")
        : sighting.source() + " " + sighting.externalId();
  }

  /** Without the case of the host, the port that goes without saying, and a slash at the end. */
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
      // Not an address, but two that are the same are the same.
      return url.strip();
    }
  }
}
