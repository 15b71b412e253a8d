package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.platform.PlatformException.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Zapier by its Workflow API (docs.zapier.com): {@code GET /v2/zaps}, paged by {@code offset}. The
 * links to further pages are not followed; only their presence is checked.
 */
final class ZapierPlatform implements Platform {
  private static final int AT_ONCE = 50;
  private static final int MAX = 5_000;
  private static final String PATH =
      "/v2/zaps?expand=steps.action%2Csteps.action.app&include_shared=true&limit=" + AT_ONCE;

  private final PlatformApi remote;
  private final SightingContext context;

  ZapierPlatform(PlatformApi remote, SightingContext context) {
    this.remote = remote;
    this.context = context;
  }

  @Override
  public PlatformListing list(PlatformListener viewer) throws PlatformException {
    ZapReader reader = new ZapReader(context);
    int offset = 0;
    while (true) {
      JsonNode page = remote.get(PATH + "&offset=" + offset);
      JsonNode items = page.path("data");
      if (!items.isArray()) {
        throw new PlatformException(
            Kind.FAILED, "The response of Zapier has no list of Zaps; expected \"data\".");
      }
      List<Sighting> seen = new ArrayList<>();
      for (JsonNode item : items) {
        try {
          seen.add(reader.read(item));
        } catch (UnreadableException e) {
          viewer.unreadable(e.externalId());
        }
      }
      viewer.see(seen);
      offset += items.size();
      if (items.isEmpty() || JsonParts.text(page.path("links"), "next").isEmpty()) {
        return PlatformListing.COMPLETE;
      }
      if (offset >= MAX) {
        return new PlatformListing(false, "Only the first " + offset + " Zaps were read.");
      }
    }
  }
}
