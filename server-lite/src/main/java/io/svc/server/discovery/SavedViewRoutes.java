package io.svc.server.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.ListColumns;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code /api/discovery/saved-views}. */
final class SavedViewRoutes {
  private static final String PATH = "/api/discovery/saved-views";
  private static final String ITEM = PATH + "/{viewId}";
  private static final int LONGEST_NAME = 100;
  private static final int MAX_COLUMNS = 100;
  private static final int MAX_FILTERS = 50;
  private static final int LONGEST_FILTERS = 4_000;
  private static final Pattern SORT = Pattern.compile("[A-Za-z_]{1,50}:(?:asc|desc)");

  private static final ListColumns COLUMNS =
      ListColumns.ofFields("id", "name", "resource", "shared", "ownerId", "createdAt", "updatedAt");

  private final SavedViews views;
  private final Masking masking;

  SavedViewRoutes(SavedViews views, Masking masking) {
    this.views = views;
    this.masking = masking;
  }

  void register(Api api) {
    RouteAccess write = RouteAccess.session(Permission.SAVED_VIEWS_WRITE);
    api.list(PATH, RouteAccess.session(Permission.RESOURCES_READ), COLUMNS, this::list);
    api.post(PATH, write, this::create);
    api.put(ITEM, write, this::change);
    api.delete(ITEM, write, this::delete);
  }

  private ListResponse list(Call call, ListRequest list) {
    Optional<SavedView.ViewedList> of = call.query().option("resource", SavedView.ViewedList.class);
    List<View> all = views.visible(call.caller(), of).stream().map(View::of).toList();
    return new ListResponse(list.slice(all), all.size());
  }

  private void create(Call call) {
    Fields body = call.body();
    SavedViews.Draft draft = draft(body, Optional.empty());
    body.check();
    SavedView view = views.create(call.caller(), draft);
    call.version(view.version()).reply(201, ViewResponse.of(view));
  }

  private void change(Call call) {
    SavedView before = views.editable(call.caller(), id(call));
    Fields body = call.body();
    SavedViews.Draft draft = draft(body, Optional.of(before));
    body.echo(Json.tree(View.of(before)));
    body.check();
    SavedView after = views.change(call.caller(), before.id(), draft, call::expectVersion);
    call.ok(after.version(), ViewResponse.of(after));
  }

  private void delete(Call call) {
    views.delete(call.caller(), id(call), call::expectVersion);
    call.ok(Map.of("ok", true));
  }

  private static String id(Call call) {
    return call.id("viewId", "saved view");
  }

  /** Returns the fields of the request, with previous values for absent ones. */
  private SavedViews.Draft draft(Fields body, Optional<SavedView> before) {
    String name =
        before.isPresent() && !body.has("name")
            ? before.get().name()
            : masking.text(body.text("name", 1, LONGEST_NAME));
    SavedView.ViewedList was =
        before.map(SavedView::resource).orElse(SavedView.ViewedList.DISCOVERY);
    SavedView.ViewedList resource = body.option("resource", SavedView.ViewedList.class).orElse(was);
    if (before.isPresent() && resource != was) {
      body.problem(
          "invalid",
          "resource",
          "The view belongs to " + was + ", and \"resource\" cannot be" + " changed.");
    }
    return new SavedViews.Draft(
        resource,
        name,
        body.has("filters") ? filters(body) : before.map(SavedView::filters).orElse("{}"),
        body.has("columns") || before.isEmpty()
            ? Json.text(
                body.texts("columns", MAX_COLUMNS, LONGEST_NAME).stream()
                    .map(masking::text)
                    .toList())
            : before.get().columns(),
        body.has("sort") ? sort(body) : before.map(SavedView::sort).orElse(""),
        body.flag("shared", before.map(SavedView::shared).orElse(false)));
  }

  private String filters(Fields body) {
    JsonNode sent = body.object("filters").open();
    if (!sent.isObject()) {
      return "{}";
    }
    for (Map.Entry<String, JsonNode> filter : sent.properties()) {
      if (filter.getValue().isContainerNode()) {
        body.problem(
            "wrong_type",
            "filters",
            "\"filters\" contains an object or a list; expected texts, numbers and true or false.");
        return "{}";
      }
    }
    String text = Json.text(masking.node(sent));
    if (sent.size() > MAX_FILTERS || text.length() > LONGEST_FILTERS) {
      body.problem(
          "too_long",
          "filters",
          "\"filters\" has more than "
              + MAX_FILTERS
              + " entries or "
              + LONGEST_FILTERS
              + " characters.");
    }
    return text;
  }

  private static String sort(Fields body) {
    String sort = body.optionalText("sort", LONGEST_NAME).orElse("");
    if (!sort.isEmpty() && !SORT.matcher(sort).matches()) {
      body.problem(
          "invalid", "sort", "\"sort\" must be a name and a direction, such as riskScore:desc.");
    }
    return sort;
  }

  /** A view in API responses. */
  record View(
      String id,
      String name,
      SavedView.ViewedList resource,
      JsonNode filters,
      JsonNode columns,
      Optional<String> sort,
      boolean shared,
      String ownerId,
      Instant createdAt,
      Instant updatedAt,
      long version) {
    static View of(SavedView view) {
      return new View(
          view.id(),
          view.name(),
          view.resource(),
          Json.readStored(view.filters()),
          Json.readStored(view.columns()),
          Optional.of(view.sort()).filter(sort -> !sort.isEmpty()),
          view.shared(),
          view.ownerId(),
          view.createdAt(),
          view.updatedAt(),
          view.version());
    }
  }

  /** The response of the list endpoint. */
  record ListResponse(List<View> savedViews, int total) {}

  /** The response for a view. */
  record ViewResponse(View savedView) {
    static ViewResponse of(SavedView view) {
      return new ViewResponse(View.of(view));
    }
  }
}
