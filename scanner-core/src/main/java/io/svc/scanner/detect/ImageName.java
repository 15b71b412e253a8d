package io.svc.scanner.detect;

import java.util.Locale;

/**
 * A container image's reference, taken apart.
 *
 * @param name with its registry where it names one, in lower case; Docker Hub's is left out
 * @param tag behind the colon; empty when there is none
 * @param digest behind the {@code @}; empty when there is none
 */
record ImageName(String name, String tag, String digest) {
  static ImageName of(String reference) {
    int at = reference.indexOf('@');
    String digest = at < 0 ? "" : reference.substring(at + 1);
    String rest = at < 0 ? reference : reference.substring(0, at);
    int colon = rest.lastIndexOf(':');
    // The colon of a registry's port has a slash behind it.
    boolean hasTag = colon > 0 && rest.indexOf('/', colon) < 0;
    String tag = hasTag ? rest.substring(colon + 1) : "";
    String name = (hasTag ? rest.substring(0, colon) : rest).toLowerCase(Locale.ROOT);
    for (String hub : new String[] {"docker.io/", "index.docker.io/", "library/"}) {
      name = name.startsWith(hub) ? name.substring(hub.length()) : name;
    }
    return new ImageName(name, tag, digest);
  }
}
