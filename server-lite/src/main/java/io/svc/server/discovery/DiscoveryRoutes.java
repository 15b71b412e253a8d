package io.svc.server.discovery;

import io.svc.server.db.Identifiers;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import io.svc.server.redaction.Masking;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code /api/discovery}, except saved views. */
final class DiscoveryRoutes {
  private static final String PATH = "/api/discovery";
  private static final String ITEM = PATH + "/{assetId}";
  private static final String ASSET = "discovered asset";
  private static final int LARGEST_LIST = 500;
  private static final int LONGEST_NOTE = 2_000;
  private static final int LONGEST_NAME = 300;
  private static final int MAX_CONNECTORS = 1_000;

  private final AssetInventory inventory;
  private final AssetReviews reviews;
  private final ConnectorSettings connectors;
  private final Masking masking;

  DiscoveryRoutes(
      AssetInventory inventory,
      AssetReviews reviews,
      ConnectorSettings connectors,
      Masking masking) {
    this.inventory = inventory;
    this.reviews = reviews;
    this.connectors = connectors;
    this.masking = masking;
  }

  /**
   * Registers routes with fixed names. Other fixed routes must be registered before the routes of
   * single assets.
   */
  void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    api.get(PATH + "/connectors", read, this::classes);
    api.put(PATH + "/connectors", RouteAccess.session(Permission.POLICIES_WRITE), this::classify);
    api.post(PATH + "/review", RouteAccess.session(Permission.REVIEWS_WRITE), this::review);
    api.list(PATH, read, AssetFilter.COLUMNS, this::assets);
    api.get(ITEM, read, this::asset);
    api.get(ITEM + "/diff", read, this::diff);
    api.get(ITEM + "/history", read, this::history);
  }

  private AssetInventory.Page assets(Call call, ListRequest list) {
    Query query = call.query();
    AssetFilter filter = new AssetFilter(call.org());
    query.option("source", AssetSource.class).ifPresent(filter::seenBy);
    option(query, filter, "kind", "kind", AssetKind.class);
    query.option("reviewState", AssetReviewState.class).ifPresent(filter::reviewed);
    option(query, filter, "lifecycleState", "lifecycle_state", Presence.class);
    option(query, filter, "governanceStatus", "governance_status", GovernanceStatus.class);
    query.text("integrationId").ifPresent(id -> filter.is("integration_id", id));
    confidence(query).ifPresent(filter::withMinConfidence);
    query.text("q").ifPresent(filter::containing);
    return inventory.page(filter, call.org(), list.page(LARGEST_LIST, LARGEST_LIST));
  }

  private static <E extends Enum<E>> void option(
      Query query, AssetFilter filter, String name, String column, Class<E> type) {
    query.option(name, type).ifPresent(value -> filter.is(column, value.toString()));
  }

  private static Optional<Double> confidence(Query query) {
    Optional<String> text = query.text("minConfidence");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      double number = Double.parseDouble(text.get());
      if (number >= 0 && number <= 1) {
        return Optional.of(number);
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number out of range.
    }
    throw Query.invalid("minConfidence", text.get(), "expected a number from 0 to 1");
  }

  private void asset(Call call) {
    AssetInventory.VersionedAsset knownAsset = inventory.get(call.org(), call.id("assetId", ASSET));
    call.ok(knownAsset.version(), new AssetResponse(knownAsset.asset()));
  }

  private void diff(Call call) {
    call.ok(
        inventory.diff(
            call.org(),
            call.id("assetId", ASSET),
            call.query().text("from"),
            call.query().text("to")));
  }

  private void history(Call call) {
    Query query = call.query();
    call.ok(
        inventory.history(
            call.org(),
            call.id("assetId", ASSET),
            query.number("limit", 1, LARGEST_LIST, LARGEST_LIST),
            query.offset()));
  }

  private void review(Call call) {
    Fields body = call.body();
    String id = body.text("assetId", 1, LONGEST_NAME);
    Optional<AssetReviewState.Decision> decision =
        body.neededOption("decision", AssetReviewState.Decision.class);
    String note = masking.text(body.optionalText("note", LONGEST_NOTE).orElse(""));
    boolean registers = body.flag("registerAsAgent", false);
    if (registers && decision.filter(d -> d != AssetReviewState.Decision.APPROVE).isPresent()) {
      body.problem(
          "invalid",
          "registerAsAgent",
          "\"registerAsAgent\" is true, but \"decision\" is not \"approve\".");
    }
    body.check();
    if (!Identifiers.isWellFormed(id)) {
      throw ApiException.notFound(ASSET, id);
    }
    AssetReviews.ReviewResult outcome =
        reviews.review(
            call.caller(),
            new AssetReviews.ReviewRequest(id, decision.orElseThrow(), note, registers),
            call::expectVersion);
    call.version(outcome.asset().version()).reply(200, outcome);
  }

  private void classes(Call call) {
    ConnectorSettings.VersionedClassification settings = connectors.get(call.org());
    call.ok(settings.version(), settings);
  }

  private void classify(Call call) {
    Fields body = call.body();
    if (!body.has("connectors")) {
      body.problem("required", "connectors", "\"connectors\" is missing.");
    }
    List<ConnectorClasses.Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Fields connectorFields : body.objects("connectors", MAX_CONNECTORS)) {
      String name = masking.text(connectorFields.text("name", 1, LONGEST_NAME));
      Optional<ConnectorClass> classification =
          connectorFields.neededOption("classification", ConnectorClass.class);
      if (!name.isEmpty() && !names.add(ConnectorClasses.key(name))) {
        connectorFields.problem("duplicate", "name", "\"" + name + "\" is specified twice.");
      }
      classification.ifPresent(
          connectorClass -> entries.add(new ConnectorClasses.Entry(name, connectorClass)));
    }
    body.check();
    ConnectorSettings.VersionedClassification connectorClass =
        connectors.put(call.caller(), new ConnectorClasses(entries), call::expectVersion);
    call.ok(connectorClass.version(), connectorClass);
  }

  /** The response for an asset. */
  record AssetResponse(AssetView asset) {}
}
