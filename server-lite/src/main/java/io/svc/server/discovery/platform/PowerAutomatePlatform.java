package io.svc.server.discovery.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.platform.PlatformException.Kind;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Power Automate by its management API, as used by Microsoft's administration tools: the
 * environments, the flows of each, and the definition of each flow. The application authenticates
 * with client credentials (RFC 6749, section 4.4).
 */
final class PowerAutomatePlatform implements Platform {
  private static final String ROOT = "/providers/Microsoft.ProcessSimple";
  private static final String VERSION = "?api-version=2016-11-01";
  private static final String SCOPE = "https://service.flow.microsoft.com/.default";
  private static final int MAX = 5_000;

  private final PlatformApi login;
  private final PlatformApi unsigned;
  private final SightingContext context;
  private final Map<String, String> settings;

  PowerAutomatePlatform(
      PlatformApi login, PlatformApi api, SightingContext context, Map<String, String> settings) {
    this.login = login;
    this.unsigned = api;
    this.context = context;
    this.settings = settings;
  }

  /** A listed flow and its environment. */
  private record ListedFlow(JsonNode item, String environment) {}

  @Override
  public PlatformListing list(PlatformListener viewer) throws PlatformException {
    PlatformApi api = unsigned.with("Authorization", "Bearer " + token());
    List<ListedFlow> found = new ArrayList<>();
    boolean isComplete = true;
    for (String environment : environments(api)) {
      List<JsonNode> flows = new ArrayList<>();
      isComplete &=
          pages(api, flows, flowsOf(environment) + "/v2/flows" + VERSION, MAX - found.size());
      flows.forEach(flow -> found.add(new ListedFlow(flow, environment)));
    }
    String note = details(api, found, viewer);
    return isComplete
        ? new PlatformListing(true, note)
        : new PlatformListing(false, "Only the first " + found.size() + " flows were read.");
  }

  private String details(PlatformApi api, List<ListedFlow> found, PlatformListener viewer)
      throws PlatformException {
    CloudFlowReader reader = new CloudFlowReader(context);
    IdentityHashMap<JsonNode, String> environments = new IdentityHashMap<>();
    found.forEach(detail -> environments.put(detail.item(), detail.environment()));
    return new DetailRequests(viewer, context.now())
        .read(
            found.stream().map(ListedFlow::item).toList(),
            item -> JsonParts.id(item, "name"),
            (item, id) -> {
              String environment = requireNonNull(environments.get(item));
              JsonNode flowDetail =
                  CloudFlowReader.isFlow(item)
                      ? item
                      : api.find(flowsOf(environment) + "/flows/" + encoded(id) + VERSION)
                          .orElse(item);
              return reader.read(flowDetail, Optional.of(environment), Optional.empty());
            });
  }

  private List<String> environments(PlatformApi api) throws PlatformException {
    String environmentId = settings.getOrDefault("environmentId", "");
    if (!environmentId.isEmpty()) {
      return List.of(environmentId);
    }
    List<JsonNode> items = new ArrayList<>();
    pages(api, items, ROOT + "/environments" + VERSION, MAX);
    List<String> names = new ArrayList<>();
    items.forEach(item -> JsonParts.text(item, "name").ifPresent(names::add));
    return names;
  }

  private static String flowsOf(String environment) {
    return ROOT + "/scopes/admin/environments/" + encoded(environment);
  }

  /**
   * Adds the items of all pages; returns whether the listing is complete. The next page is a full
   * URL.
   */
  private static boolean pages(PlatformApi api, List<JsonNode> all, String first, int limit)
      throws PlatformException {
    String path = first;
    while (true) {
      JsonNode page = api.get(path);
      JsonNode items = page.path("value");
      if (!items.isArray()) {
        throw new PlatformException(
            Kind.FAILED, "The response of Power Automate has no list; expected \"value\".");
      }
      items.forEach(all::add);
      Optional<String> next = JsonParts.text(page, "nextLink");
      if (next.isEmpty()) {
        return true;
      }
      // The token is sent only to the configured server.
      if (all.size() >= limit || !next.get().startsWith(api.base() + "/")) {
        return false;
      }
      path = next.get().substring(api.base().length());
    }
  }

  private String token() throws PlatformException {
    String form =
        "grant_type=client_credentials&client_id="
            + encoded(requireNonNull(settings.get("clientId")))
            + "&client_secret="
            + encoded(requireNonNull(settings.get("clientSecret")))
            + "&scope="
            + encoded(SCOPE);
    try {
      JsonNode answer =
          login.post(
              "/" + encoded(requireNonNull(settings.get("tenantId"))) + "/oauth2/v2.0/token",
              form.getBytes(UTF_8));
      return JsonParts.text(answer, "access_token")
          .orElseThrow(
              () ->
                  new PlatformException(
                      Kind.FAILED,
                      "The response of the sign-in has no token; expected \"access_token\"."));
    } catch (PlatformException e) {
      if (e.status() == 400) {
        // RFC 6749, section 5.2: client errors are also reported with 400.
        throw new PlatformException(
            Kind.CREDENTIALS, "power_automate rejected the client with status 400.");
      }
      throw e;
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
