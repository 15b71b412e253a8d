package io.svc.server.discovery.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.platform.PlatformException.Kind;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Make by its API, version 2 (developers.make.com): {@code GET /api/v2/scenarios} of each
 * organization or of one team, paged by {@code pg[offset]}, and the blueprint of each.
 */
final class MakePlatform implements Platform {
  private static final int AT_ONCE = 100;
  private static final int MAX = 5_000;

  private final PlatformApi remote;
  private final SightingContext context;
  private final Map<String, String> settings;

  MakePlatform(PlatformApi remote, SightingContext context, Map<String, String> settings) {
    this.remote = remote;
    this.context = context;
    this.settings = settings;
  }

  @Override
  public PlatformListing list(PlatformListener viewer) throws PlatformException {
    List<JsonNode> all = new ArrayList<>();
    boolean isComplete = true;
    for (String of : owners()) {
      isComplete &= page(all, of);
    }
    MakeScenarioReader reader = new MakeScenarioReader(context, Optional.of(remote.base()));
    String note =
        new DetailRequests(viewer, context.now())
            .read(
                all,
                item -> JsonParts.id(item, "id"),
                (item, id) -> {
                  Optional<JsonNode> answer =
                      remote.find("/api/v2/scenarios/" + encoded(id) + "/blueprint");
                  return reader.read(
                      item, answer.map(found -> found.path("response").path("blueprint")));
                });
    return isComplete
        ? new PlatformListing(true, note)
        : new PlatformListing(false, "Only the first " + all.size() + " scenarios were read.");
  }

  /** Returns the owners to list: the API requires a team or an organization. */
  private List<String> owners() throws PlatformException {
    if (settings.containsKey("teamId")) {
      return List.of("teamId=" + encoded(settings.get("teamId")));
    }
    if (settings.containsKey("organizationId")) {
      return List.of("organizationId=" + encoded(settings.get("organizationId")));
    }
    JsonNode organizations = remote.get("/api/v2/organizations").path("organizations");
    if (!organizations.isArray()) {
      throw new PlatformException(
          Kind.FAILED,
          "The response of Make has no list of organizations; expected \"organizations\".");
    }
    List<String> owners = new ArrayList<>();
    for (JsonNode organization : organizations) {
      JsonParts.text(organization, "id")
          .ifPresent(id -> owners.add("organizationId=" + encoded(id)));
    }
    return owners;
  }

  /** Adds a page of an owner's scenarios; returns whether it was the last one. */
  private boolean page(List<JsonNode> all, String of) throws PlatformException {
    for (int offset = 0; all.size() < MAX; offset += AT_ONCE) {
      JsonNode page =
          remote
              .get(
                  "/api/v2/scenarios?"
                      + of
                      + "&pg%5Blimit%5D="
                      + AT_ONCE
                      + "&pg%5Boffset%5D="
                      + offset)
              .path("scenarios");
      if (!page.isArray()) {
        throw new PlatformException(
            Kind.FAILED, "The response of Make has no list of scenarios; expected \"scenarios\".");
      }
      page.forEach(all::add);
      if (page.size() < AT_ONCE) {
        return true;
      }
    }
    return false;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
