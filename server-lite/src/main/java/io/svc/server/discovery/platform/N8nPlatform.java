package io.svc.server.discovery.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.platform.PlatformException.Kind;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * n8n by its public API, version 1: {@code GET /api/v1/workflows} and, where it can be listed,
 * {@code GET /api/v1/credentials}, both paged by {@code nextCursor}. Based on the API description
 * in n8n's source code.
 */
final class N8nPlatform implements Platform {
  private static final String WORKFLOWS = "/api/v1/workflows";
  private static final String CREDENTIALS = "/api/v1/credentials";
  private static final String NEXT = "nextCursor";
  private static final int MAX = 5_000;
  private static final double BY_REFERENCE = 0.9;

  /** Page sizes to try, because workflows contain all parameters of nodes and may be large. */
  private static final List<Integer> AT_ONCE = List.of(100, 10, 1);

  private final PlatformApi remote;
  private final SightingContext context;

  N8nPlatform(PlatformApi remote, SightingContext context) {
    this.remote = remote;
    this.context = context;
  }

  @Override
  public PlatformListing list(PlatformListener viewer) throws PlatformException {
    for (int i = 0; ; i++) {
      try {
        return list(viewer, AT_ONCE.get(i));
      } catch (PlatformException e) {
        if (e.kind() != Kind.TOO_LARGE || i == AT_ONCE.size() - 1) {
          throw e;
        }
      }
    }
  }

  private PlatformListing list(PlatformListener viewer, int atOnce) throws PlatformException {
    N8nWorkflowReader reader = new N8nWorkflowReader(context, Optional.of(remote.base()));
    int count = 0;
    // Pinned data is user content that is not needed.
    String path = WORKFLOWS + "?limit=" + atOnce + "&excludePinnedData=true";
    JsonNode page = firstPage(path, atOnce);
    while (true) {
      JsonNode items = page.path("data");
      if (!items.isArray()) {
        throw new PlatformException(
            Kind.FAILED, "The response of n8n has no list of workflows; expected \"data\".");
      }
      viewer.see(read(reader, items, viewer));
      count += items.size();
      Optional<String> next = JsonParts.text(page, NEXT);
      if (next.isEmpty()) {
        break;
      }
      if (count >= MAX) {
        return new PlatformListing(false, "Only the first " + count + " workflows were read.");
      }
      page = remote.get(WORKFLOWS + "?limit=" + atOnce + "&cursor=" + encoded(next.get()));
    }
    viewer.see(credentials(reader));
    return PlatformListing.COMPLETE;
  }

  /** Requests the first page; old versions reject unknown parameters. */
  private JsonNode firstPage(String path, int atOnce) throws PlatformException {
    try {
      return remote.get(path);
    } catch (PlatformException e) {
      if (e.status() != 400) {
        throw e;
      }
      return remote.get(WORKFLOWS + "?limit=" + atOnce);
    }
  }

  private static List<Sighting> read(
      N8nWorkflowReader reader, JsonNode items, PlatformListener viewer) {
    List<Sighting> seen = new ArrayList<>();
    for (JsonNode item : items) {
      try {
        seen.add(reader.read(item, Optional.empty()));
      } catch (UnreadableException e) {
        viewer.unreadable(e.externalId());
      }
    }
    return seen;
  }

  /**
   * Returns the listed credentials and the credentials that workflows refer to. Most versions
   * cannot list credentials and respond with 405.
   */
  private List<Sighting> credentials(N8nWorkflowReader reader) throws PlatformException {
    Map<String, N8nNode.Credential> all = new LinkedHashMap<>(reader.credentials());
    boolean isListed = true;
    String cursor = "";
    do {
      Optional<JsonNode> page = remote.find(CREDENTIALS + "?limit=100" + cursor);
      if (page.isEmpty()) {
        isListed = false;
        break;
      }
      for (JsonNode item : page.get().path("data")) {
        JsonParts.text(item, "id")
            .ifPresent(
                id ->
                    all.put(
                        id,
                        new N8nNode.Credential(
                            JsonParts.text(item, "type").orElse("unknown"),
                            id,
                            JsonParts.text(item, "name").orElse(id))));
      }
      cursor = JsonParts.text(page.get(), NEXT).map(next -> "&cursor=" + encoded(next)).orElse("");
    } while (!cursor.isEmpty() && all.size() < MAX);
    List<Sighting> seen = new ArrayList<>();
    for (N8nNode.Credential credential : all.values()) {
      seen.add(connection(credential, isListed));
    }
    return seen;
  }

  private Sighting connection(N8nNode.Credential credential, boolean isListed) {
    SightingBuilder sighting =
        new SightingBuilder(
            context,
            AssetKind.CONNECTION,
            "credential:" + credential.id(),
            Optional.of(credential.name()),
            isListed ? "GET " + CREDENTIALS : "nodes of workflows");
    sighting.scope(isListed ? "n8n:credentials" : "n8n:credentials:not_permitted");
    sighting.permission(isListed ? "credential:list" : "workflow:list");
    if (!isListed) {
      sighting.reason("Workflows refer to it", BY_REFERENCE);
    }
    sighting.connector(
        credential.type(), Optional.empty(), Optional.empty(), Optional.of(credential.id()));
    return sighting.sighting();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
