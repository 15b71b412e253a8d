package io.svc.server.rollout;

import io.svc.server.http.ApiException;
import io.svc.server.tenants.TenantSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether a replay is valid evidence for a promotion: it completed and passed, covers the
 * current document and enough of the sessions, is recent enough, and its thresholds are at least as
 * strict as the tenant's.
 */
final class EvidenceCheck {
  private static final String FIELD = "replayJobId";

  private EvidenceCheck() {}

  /** Returns the problems; empty when the promotion is allowed. */
  static List<ApiException.FieldError> problems(
      Optional<ReplayJob> job,
      String policyId,
      String contentHash,
      TenantSettings settings,
      Instant now) {
    List<ApiException.FieldError> problems = new ArrayList<>();
    if (job.isEmpty() || !job.get().policyId().equals(policyId)) {
      problems.add(
          problem(
              "evidence_missing",
              "No completed replay for the current version. Run a replay first."));
      return problems;
    }
    ReplayJob replay = job.get();
    if (replay.status() != ReplayJob.Status.COMPLETED) {
      problems.add(
          problem(
              "evidence_missing",
              "The replay " + replay.id() + " is " + replay.status() + ", not completed."));
      return problems;
    }
    if (!replay.contentHash().equals(contentHash)) {
      problems.add(
          problem(
              "evidence_stale",
              "The replay "
                  + replay.id()
                  + " is of version "
                  + replay.policyVersion()
                  + ". The policy has changed since."));
    }
    if (!replay.calibrationPass().orElse(false)) {
      problems.add(
          problem(
              "calibration_failed",
              "The replay "
                  + replay.id()
                  + " matched in "
                  + percent(replay.counts().ratio())
                  + " of "
                  + replay.counts().all()
                  + " sessions; "
                  + percent(replay.threshold())
                  + " are required."));
    } else if (replay.threshold() < settings.calibrationThreshold()) {
      problems.add(
          problem(
              "calibration_failed",
              "The replay "
                  + replay.id()
                  + " was measured against "
                  + percent(replay.threshold())
                  + "; the organization requires "
                  + percent(settings.calibrationThreshold())
                  + "."));
    }
    if (replay.counts().all() < settings.minReplaySamples()) {
      problems.add(
          problem(
              "too_few_samples",
              "The replay "
                  + replay.id()
                  + " has "
                  + replay.counts().all()
                  + " sessions; "
                  + settings.minReplaySamples()
                  + " are required."));
    }
    if (now.isAfter(expiry(replay, settings))) {
      problems.add(
          problem(
              "evidence_expired",
              "The replay "
                  + replay.id()
                  + " is older than "
                  + settings.evidenceMaxAgeHours()
                  + " hours."));
    }
    return problems;
  }

  /** Returns the time at which a completed replay expires as evidence. */
  static Instant expiry(ReplayJob replay, TenantSettings settings) {
    return replay
        .completedAt()
        .orElse(replay.createdAt())
        .plus(Duration.ofHours(settings.evidenceMaxAgeHours()));
  }

  private static ApiException.FieldError problem(String code, String message) {
    return new ApiException.FieldError(code, FIELD, message);
  }

  private static String percent(double share) {
    double percent = Math.floor(share * 10_000) / 100;
    return percent == Math.rint(percent) ? (long) percent + " %" : percent + " %";
  }
}
