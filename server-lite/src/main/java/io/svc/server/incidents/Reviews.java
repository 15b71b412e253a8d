package io.svc.server.incidents;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reviews of incidents: drafted from records, edited by users, then final. A final version never
 * changes; a correction creates another version. Action items can always change.
 */
final class Reviews {
  private static final int MAX_ITEMS = 100;
  private static final int LONGEST_ITEM = 500;

  private final Identifiers identifiers;
  private final Accounts accounts;
  private final ReviewFacts facts;
  private final IncidentTransitions moves;
  private final Timeline timeline;
  private final AuditLog audit;

  Reviews(
      Identifiers identifiers,
      Accounts accounts,
      ReviewFacts facts,
      IncidentTransitions moves,
      Timeline timeline,
      AuditLog audit) {
    this.identifiers = identifiers;
    this.accounts = accounts;
    this.facts = facts;
    this.moves = moves;
    this.timeline = timeline;
    this.audit = audit;
  }

  /** Returns a version of the review, by default the latest. */
  Optional<ReviewView> find(Tx tx, OrgId org, Incident incident, Optional<Long> version) {
    ReviewStore store = tx.on(ReviewStore.class);
    Optional<ReviewStore.Row> row =
        version.isPresent()
            ? store.version(org, incident.incidentId(), version.get())
            : store.latest(org, incident.incidentId());
    return row.map(
        found ->
            ReviewView.of(incident.incidentId(), found, store.items(org, incident.incidentId())));
  }

  /**
   * Drafts a review from records; replaces an existing draft.
   *
   * @throws ApiException if the incident is not resolved
   */
  ReviewView generate(Tx tx, Caller caller, String incidentId) {
    OrgId org = caller.tenant();
    Incident incident = moves.lock(tx, org, incidentId);
    if (incident.status().isActive()) {
      throw new ApiException(
          ErrorCode.INCIDENT_NOT_RESOLVED,
          "The incident is " + incident.status() + "; resolve it before you create a review.");
    }
    ReviewStore store = tx.on(ReviewStore.class);
    Optional<ReviewStore.Row> latest = store.latest(org, incidentId);
    ReviewContent content = facts.of(tx, org, incident);
    long version;
    if (latest.filter(row -> row.status() == ReviewView.ReviewStatus.DRAFT).isPresent()) {
      version = latest.get().version();
      edit(tx, org, incident, version, content);
    } else {
      version = insert(tx, caller, incident, latest, content);
    }
    recordReview(tx, caller, incident, "generate", version, "Version " + version + " was drafted.");
    return find(tx, org, incident, Optional.of(version)).orElseThrow();
  }

  private long insert(
      Tx tx,
      Caller caller,
      Incident incident,
      Optional<ReviewStore.Row> before,
      ReviewContent content) {
    OrgId org = caller.tenant();
    long version = before.map(ReviewStore.Row::version).orElse(0L) + 1;
    tx.on(ReviewStore.class)
        .insert(
            org,
            incident.incidentId(),
            version,
            identifiers.next("irv_"),
            Json.text(content),
            markdown(tx, org, incident, content),
            Timeline.actor(caller),
            tx.now());
    return version;
  }

  private void edit(Tx tx, OrgId org, Incident incident, long version, ReviewContent content) {
    tx.on(ReviewStore.class)
        .edit(
            org,
            incident.incidentId(),
            version,
            Json.text(content),
            markdown(tx, org, incident, content),
            tx.now());
  }

  private String markdown(Tx tx, OrgId org, Incident incident, ReviewContent content) {
    Map<String, String> names = new HashMap<>();
    List<ReviewStore.Item> items = tx.on(ReviewStore.class).items(org, incident.incidentId());
    for (ReviewStore.Item item : items) {
      accounts
          .findMember(tx, org, item.ownerId())
          .map(Account::name)
          .ifPresent(name -> names.put(item.ownerId(), name));
    }
    return ReviewMarkdown.of(incident, content, items, names);
  }

  /**
   * Changes the latest version and its action items. A change to the content of a final version
   * creates a new version.
   *
   * @throws ApiException if there is no review, or the request is invalid
   */
  ReviewView change(
      Tx tx, Caller caller, String incidentId, Fields sent, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Incident incident = moves.lock(tx, org, incidentId);
    ReviewStore store = tx.on(ReviewStore.class);
    ReviewStore.Row latest =
        store
            .latest(org, incidentId)
            .orElseThrow(() -> ApiException.notFound("review of the incident", incidentId));
    expectVersion.accept(latest.revision());
    Optional<ReviewView.ReviewStatus> status = sent.option("status", ReviewView.ReviewStatus.class);
    boolean isEdited = ReviewContent.isIn(sent);
    boolean isFinal = latest.status() == ReviewView.ReviewStatus.FINAL;
    if (isFinal && !isEdited && status.filter(ReviewView.ReviewStatus.DRAFT::equals).isPresent()) {
      sent.problem(
          "invalid",
          "status",
          "\"status\" is \"draft\", but a final version cannot become a draft.");
    }
    ReviewContent content =
        Json.readStored(latest.content(), ReviewContent.class).with(sent, timeline::masked);
    int items = items(tx, org, incidentId, sent);
    sent.echo(Json.tree(find(tx, org, incident, Optional.of(latest.version())).orElseThrow()));
    sent.check();
    long version = latest.version();
    if (isFinal && isEdited) {
      version = insert(tx, caller, incident, Optional.of(latest), content);
    } else if (!isFinal) {
      edit(tx, org, incident, version, content);
    }
    String description =
        "Version " + version + " was edited" + (items > 0 ? ", with action items." : ".");
    if ((!isFinal || isEdited)
        && status.filter(ReviewView.ReviewStatus.FINAL::equals).isPresent()) {
      store.finish(org, incidentId, version, Timeline.actor(caller), tx.now());
      description = "Version " + version + " is final.";
    }
    recordReview(tx, caller, incident, "edit", version, description);
    return find(tx, org, incident, Optional.of(version)).orElseThrow();
  }

  private void recordReview(
      Tx tx, Caller caller, Incident incident, String action, long version, String description) {
    timeline.write(
        tx,
        caller,
        incident.incidentId(),
        TimelineEntryType.REVIEW,
        description,
        Map.of("version", Long.toString(version)));
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.INCIDENT,
                "incident.review." + action,
                "incident",
                incident.incidentId(),
                incident.shown())
            .with("version", version)
            .with("what", description));
  }

  /** Updates action items that have an identifier and adds those without. */
  private int items(Tx tx, OrgId org, String incidentId, Fields sent) {
    ReviewStore store = tx.on(ReviewStore.class);
    Map<String, ReviewStore.Item> existing = new HashMap<>();
    store.items(org, incidentId).forEach(item -> existing.put(item.itemId(), item));
    List<Fields> items = sent.objects("actionItems", MAX_ITEMS);
    for (Fields item : items) {
      Optional<String> id = item.optionalText("id", 64);
      Optional<ReviewStore.Item> before = id.map(existing::get);
      if (id.isPresent() && before.isEmpty()) {
        item.problem("unknown_value", "id", "There is no action item \"" + id.get() + "\".");
        continue;
      }
      String title =
          before.isPresent() && !item.has("title")
              ? before.get().title()
              : item.text("title", 1, LONGEST_ITEM);
      store.setItem(
          org,
          incidentId,
          id.orElseGet(() -> identifiers.next("ait_")),
          timeline.masked(title),
          owner(tx, org, item, before.map(ReviewStore.Item::ownerId).orElse("")),
          dueDate(item, before.map(ReviewStore.Item::dueDate).orElse("")),
          item.option("status", ReviewView.ItemStatus.class)
              .orElse(before.map(ReviewStore.Item::status).orElse(ReviewView.ItemStatus.OPEN)),
          tx.now());
    }
    if (store.items(org, incidentId).size() > MAX_ITEMS) {
      sent.problem("too_many", "actionItems", "There are at most " + MAX_ITEMS + " action items.");
    }
    return items.size();
  }

  private String owner(Tx tx, OrgId org, Fields item, String before) {
    if (!item.has("ownerId")) {
      return item.isNull("ownerId") ? "" : before;
    }
    String id = item.optionalText("ownerId", 64).orElse("");
    if (!id.isEmpty() && accounts.findMember(tx, org, id).isEmpty()) {
      item.problem("unknown_value", "ownerId", "There is no member \"" + id + "\".");
    }
    return id;
  }

  private static String dueDate(Fields item, String before) {
    if (!item.has("dueDate")) {
      return item.isNull("dueDate") ? "" : before;
    }
    String date = item.optionalText("dueDate", 20).orElse("");
    try {
      return LocalDate.parse(date).toString();
    } catch (DateTimeParseException e) {
      item.problem(
          "invalid",
          "dueDate",
          "\"dueDate\" is \"" + date + "\"; expected a date such as 2026-11-30.");
      return before;
    }
  }
}
