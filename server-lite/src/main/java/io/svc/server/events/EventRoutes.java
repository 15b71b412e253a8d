package io.svc.server.events;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Permission;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code /api/v1/governance/events}: the complete feed. */
public final class EventRoutes {
  private static final String CLOUD_EVENTS = "application/cloudevents-batch+json";

  private final Database database;
  private final Events events;

  public EventRoutes(Database database, Events events) {
    this.database = database;
    this.events = events;
  }

  public void register(Api api) {
    api.get("/api/v1/governance/events", pull(), this::list);
  }

  /** Returns the access for pulling events and related records. */
  public static RouteAccess pull() {
    return RouteAccess.sessionOrKey(
        Permission.RESOURCES_READ, Scope.GOVERNANCE_READ, RateLimitBucket.PULL);
  }

  private void list(Call call) {
    EventQuery query = EventQuery.of(call.query()).ofType(call.query().text("eventType"));
    EventPage page = database.read(tx -> events.page(tx, call.org(), query));
    if (!asCloudEvents(call, page)) {
      call.ok(
          new ListResponse(
              page.envelopes(),
              page.cursor(),
              page.resumeCursor(),
              page.hasMore(),
              page.total(),
              page.totalIsMinimum()));
    }
  }

  /**
   * Responds with only the events, as a batch of CloudEvents, when the caller requests that format.
   * The cursors are then in headers, because a batch has no field for them.
   *
   * @return whether a response was sent
   */
  public static boolean asCloudEvents(Call call, EventPage page) {
    if (!call.header("Accept").orElse("").toLowerCase(Locale.ROOT).contains(CLOUD_EVENTS)) {
      return false;
    }
    page.cursor().ifPresent(cursor -> call.header("X-Svc-Cursor", cursor));
    call.header("X-Svc-Resume-Cursor", page.resumeCursor());
    call.send(
        200, CLOUD_EVENTS, Json.bytes(page.events().stream().map(Event::cloudEvent).toList()));
    return true;
  }

  /** The response of a list. */
  record ListResponse(
      List<Event.Envelope> events,
      Optional<String> cursor,
      @JsonProperty("resume_cursor") String resumeCursor,
      @JsonProperty("has_more") boolean hasMore,
      long total,
      boolean totalIsMinimum) {}
}
