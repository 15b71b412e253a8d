package io.svc.server.incidents;

import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** {@code /api/incidents/{incidentId}/review} and its communications. */
final class ReviewRoutes {
  private static final String REVIEW = IncidentRoutes.ITEM + "/review";
  private static final String COMMUNICATIONS = IncidentRoutes.ITEM + "/communications";

  private final Database database;
  private final Incidents incidents;
  private final Reviews reviews;
  private final Communications communications;

  ReviewRoutes(
      Database database, Incidents incidents, Reviews reviews, Communications communications) {
    this.database = database;
    this.incidents = incidents;
    this.reviews = reviews;
    this.communications = communications;
  }

  void register(Api api) {
    RouteAccess write = RouteAccess.session(Permission.INCIDENTS_WRITE);
    api.get(REVIEW, RouteAccess.session(Permission.RESOURCES_READ), this::review);
    api.postWithoutBody(REVIEW, write, this::generate);
    api.put(REVIEW, write, this::edit);
    api.post(COMMUNICATIONS + "/draft", write, this::draft);
    api.post(COMMUNICATIONS + "/send", write, this::send);
  }

  private void review(Call call) {
    String id = IncidentRoutes.id(call);
    Optional<Long> version =
        call.query().text("version").isPresent()
            ? Optional.of((long) call.query().number("version", 1, Integer.MAX_VALUE, 1))
            : Optional.empty();
    Optional<ReviewView> found =
        database.read(
            tx -> reviews.find(tx, call.org(), incidents.get(tx, call.org(), id), version));
    if (version.isPresent() && found.isEmpty()) {
      throw ApiException.notFound("version of the review", Long.toString(version.get()));
    }
    ReviewResponse body = new ReviewResponse(found, found.isPresent());
    if (found.isPresent()) {
      call.ok(found.get().revision(), body);
    } else {
      call.ok(body);
    }
  }

  private void generate(Call call) {
    String id = IncidentRoutes.id(call);
    ReviewView review = database.write(tx -> reviews.generate(tx, call.caller(), id));
    call.version(review.revision()).reply(201, new ReviewResponse(Optional.of(review), true));
  }

  private void edit(Call call) {
    String id = IncidentRoutes.id(call);
    Fields body = call.body();
    Fields sent = body.has("review") ? body.object("review") : body;
    LongConsumer expectRevision = call.expectVersion(sent, "expectedRevision");
    ReviewView edited =
        database.write(tx -> reviews.change(tx, call.caller(), id, sent, expectRevision));
    call.ok(edited.revision(), new ReviewResponse(Optional.of(edited), true));
  }

  private void draft(Call call) {
    String id = IncidentRoutes.id(call);
    Fields body = call.body();
    Optional<IncidentMessage.Medium> channel = IncidentMessage.Medium.read(body);
    if (channel.isEmpty()) {
      body.missing("channel");
    }
    IncidentMessage.Audience audience =
        body.option("audience", IncidentMessage.Audience.class)
            .orElse(IncidentMessage.Audience.INTERNAL);
    IncidentMessageWriter.MessageTone tone =
        body.option("tone", IncidentMessageWriter.MessageTone.class)
            .orElse(IncidentMessageWriter.MessageTone.NEUTRAL);
    List<String> recipients = IncidentMessage.addresses(body);
    Optional<String> integrationId = body.optionalText("integrationId", NewIncident.LONGEST_ID);
    body.check();
    call.ok(
        new CommunicationResponse(
            communications.draft(
                call.caller(),
                id,
                new Communications.DraftParameters(
                    channel.orElseThrow(), audience, tone, recipients, integrationId))));
  }

  private void send(Call call) {
    String id = IncidentRoutes.id(call);
    byte[] bytes = call.bytes();
    IncidentMessage message = IncidentMessage.read(call.body(bytes));
    Optional<Idempotency.Key> key = Idempotency.key(call, bytes);
    call.ok(new CommunicationResponse(communications.send(call.caller(), id, message, key)));
  }

  /** {@code IncidentReviewResponse}. */
  record ReviewResponse(Optional<ReviewView> review, boolean available) {}

  /** {@code IncidentCommunicationResponse}. */
  record CommunicationResponse(CommunicationView communication) {}
}
