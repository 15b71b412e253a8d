package io.svc.server.attestation;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.PageRequest;
import io.svc.server.events.Event;
import io.svc.server.events.EventPage;
import io.svc.server.events.EventQuery;
import io.svc.server.events.EventRoutes;
import io.svc.server.events.Events;
import io.svc.server.events.Feed;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code /api/governance/attestation} for the dashboard, and the same under {@code
 * /api/v1/governance/attestation} for programs, where the list can be followed by cursor.
 */
public final class AttestationRoutes {
  private static final String DASHBOARD = "/api/governance/attestation";
  private static final String MACHINE = "/api/v1/governance/attestation";
  private static final int MAX_LISTED = 500;

  private final Database database;
  private final Claims claims;
  private final Events events;
  private final ClaimReader reader = new ClaimReader(new Masking());

  public AttestationRoutes(Database database, Claims claims, Events events) {
    this.database = database;
    this.claims = claims;
    this.events = events;
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    api.list(DASHBOARD, read, ClaimRows.COLUMNS, this::list);
    api.get(DASHBOARD + "/keys", read, this::keys);
    api.post(DASHBOARD, RouteAccess.session(Permission.ATTESTATION_ISSUE), this::issue);
    api.post(
        DASHBOARD + "/verify", RouteAccess.session(Permission.ATTESTATION_VERIFY), this::verify);
    RouteAccess manage = RouteAccess.session(Permission.ATTESTATION_REVOKE);
    api.post(DASHBOARD + "/{claimId}/revoke", manage, this::revoke);
    api.post(DASHBOARD + "/keys/rotate", manage, this::rotate);

    api.get(MACHINE, EventRoutes.pull(), this::pull);
    api.get(MACHINE + "/keys", EventRoutes.pull().forAgents(), this::keys);
    api.post(MACHINE, write(Permission.ATTESTATION_ISSUE), this::issue);
    // Verification changes no claim, so a relying party needs no key with write access.
    api.post(
        MACHINE + "/verify",
        RouteAccess.sessionOrKey(
                Permission.ATTESTATION_VERIFY, Scope.GOVERNANCE_READ, RateLimitBucket.PULL)
            .forAgents(),
        this::verify);
    RouteAccess remote = write(Permission.ATTESTATION_REVOKE);
    api.post(MACHINE + "/{claimId}/revoke", remote, this::revoke);
    api.post(MACHINE + "/keys/rotate", remote, this::rotate);
  }

  private static RouteAccess write(Permission permission) {
    return RouteAccess.sessionOrKey(permission, Scope.GOVERNANCE_WRITE, RateLimitBucket.MACHINE);
  }

  private ClaimListResponse list(Call call, ListRequest list) {
    Query query = call.query();
    ClaimRows.ClaimFilter filter =
        new ClaimRows.ClaimFilter(
            query.text("agentId"), query.option("status", ClaimStatus.class), query.text("q"));
    PageRequest listPage = list.page(MAX_LISTED, MAX_LISTED);
    return database.read(
        tx -> {
          LatestRows.Page<Claim> page = claims.list(tx, call.org(), filter, listPage);
          return new ClaimListResponse(
              ClaimView.of(page.rows(), tx.now()),
              page.total(),
              page.totalIsMinimum(),
              List.of(),
              ListRequest.next(page),
              EventQuery.latest(tx, call.org(), Feed.ATTESTATION),
              false);
        });
  }

  private void pull(Call call) {
    EventQuery query = EventQuery.of(call.query(), Feed.ATTESTATION);
    PullContent pulled =
        database.read(
            tx -> {
              EventPage page = events.page(tx, call.org(), query);
              return new PullContent(
                  page,
                  ClaimView.of(
                      claims.issuedBetween(tx, call.org(), page.from(), page.to(), query.agentId()),
                      tx.now()));
            });
    if (!EventRoutes.asCloudEvents(call, pulled.page())) {
      call.ok(pulled.listing());
    }
  }

  private void issue(Call call) {
    Claim claim = claims.issue(call.caller(), reader.order(call.body()));
    call.reply(201, new ClaimResponse(ClaimView.of(claim, claim.issuedAt())));
  }

  private void verify(Call call) {
    Fields body = call.body();
    boolean isNamed = body.has("claimId");
    if (isNamed == body.has("claim")) {
      body.problem(
          isNamed ? "invalid" : "required",
          "claimId",
          "Expected either \"claimId\", or \"claim\" with its \"signature\".");
      body.allow("signature").check();
    }
    Verification verification =
        isNamed
            ? claims.verify(call.caller(), named(body))
            : claims.verify(call.caller(), ClaimReader.shown(body));
    call.ok(VerificationView.of(verification));
  }

  private static String named(Fields body) {
    String claimId = body.text("claimId", 1, 64);
    body.check();
    return claimId;
  }

  private void revoke(Call call) {
    String claimId = call.id("claimId", "claim");
    Claim claim = claims.revoke(call.caller(), claimId, reader.reason(call.body()));
    call.ok(new ClaimResponse(ClaimView.of(claim, claim.revokedAt().orElseThrow())));
  }

  private void keys(Call call) {
    call.ok(ClaimKeys.KeyListResponse.of(database.read(tx -> claims.keys(tx, call.org()))));
  }

  private void rotate(Call call) {
    Fields body = call.optionalBody();
    Optional<SigningAlgorithm> algorithm = body.option("algorithm", SigningAlgorithm.class);
    body.check();
    List<SigningAlgorithm> algorithms =
        algorithm.map(List::of).orElse(List.of(SigningAlgorithm.values()));
    call.reply(201, ClaimKeys.KeyListResponse.of(claims.rotate(call.caller(), algorithms)));
  }

  /** The content of a pull. */
  private record PullContent(EventPage page, List<ClaimView> claims) {
    ClaimPullResponse listing() {
      return new ClaimPullResponse(
          claims,
          page.envelopes(),
          page.cursor(),
          page.resumeCursor(),
          page.hasMore(),
          page.total(),
          page.totalIsMinimum());
    }
  }

  /** The response of a list; events can be read from {@code resume_cursor} on. */
  record ClaimListResponse(
      List<ClaimView> claims,
      long total,
      boolean totalIsMinimum,
      List<Event.Envelope> events,
      Optional<String> cursor,
      @JsonProperty("resume_cursor") String resumeCursor,
      @JsonProperty("has_more") boolean hasMore) {}

  /** The response of a pull: a part of the feed, and the claims that were issued in it. */
  record ClaimPullResponse(
      List<ClaimView> claims,
      List<Event.Envelope> events,
      Optional<String> cursor,
      @JsonProperty("resume_cursor") String resumeCursor,
      @JsonProperty("has_more") boolean hasMore,
      long total,
      boolean totalIsMinimum) {}

  /** The response with one claim. */
  record ClaimResponse(ClaimView claim) {}

  /** The API response with a verification. */
  record VerificationView(
      Optional<String> claimId,
      ClaimStatus status,
      boolean valid,
      VerificationReason reason,
      String detail,
      List<String> changed,
      Optional<String> agentId,
      Optional<SigningAlgorithm> signingAlgorithm,
      Optional<String> keyId,
      Optional<SigningAlgorithm.Verifiability> verifiability,
      Optional<Instant> expiresAt,
      String verifiedBy,
      Instant verifiedAt) {
    static VerificationView of(Verification found) {
      return new VerificationView(
          found.claimId(),
          found.reason().status(),
          found.isValid(),
          found.reason(),
          found.reason().sentence(),
          found.changed(),
          found.agentId(),
          found.key().map(ClaimKey::algorithm),
          found.key().map(ClaimKey::keyId),
          found.key().map(key -> key.algorithm().verifiability()),
          found.expiresAt(),
          found.verifiedBy(),
          found.verifiedAt());
    }
  }
}
