package io.svc.server.detection;

import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Combinations of actions that are harmless or only slightly suspicious on their own. */
final class HeuristicLayer implements Layer.LayerJudge {
  static final String MODEL = "heur-v1";
  static final int RULES = 8;

  /** The time after reading content in which a session is assumed to act on it. */
  private static final long MINUTES_30 = 30L * 60 * 1_000;

  private static final int MANY_PEOPLE = 10;
  private static final int SOME_PEOPLE = 5;

  /** Each of these is more severe than an address. */
  private static final Set<String> GRAVE =
      Set.of("CREDIT_CARD", "US_SSN", "SE_PERSONNUMMER", "UK_NINO", "PASSPORT_NUMBER", "IBAN_CODE");

  private static final Pattern RECIPIENT =
      Pattern.compile("\\.(?:to|cc|bcc|from|sender|recipients?|reply_to)(?:\\[\\d{1,6}])?$");

  @Override
  public List<Signal> signals(DetectionInput scene) {
    List<Signal> signals = new ArrayList<>();
    readThenSent(scene).ifPresent(signals::add);
    sentSecret(scene).ifPresent(signals::add);
    actedOnOrders(scene).ifPresent(signals::add);
    people(scene).ifPresent(signals::add);
    signals.addAll(SuspiciousTexts.signals(scene));
    if (scene.isCut()) {
      signals.add(
          signal(
              Threat.EXFILTRATION,
              "heuristic.too_long",
              Severity.MEDIUM,
              0.5,
              "arguments",
              "too long",
              "The arguments are too long, so they were scanned only in part."));
    }
    return signals;
  }

  /** Returns the internal data that the session read, if any. */
  static Optional<Signature.Match> sensitiveRead(DetectionInput scene) {
    Observation seen = scene.seen();
    if (seen.ruling().isDenied() || scene.sends()) {
      return Optional.empty();
    }
    for (Signature trait : SignatureSets.TRAITS.signatures()) {
      for (DetectionInput.Look look : scene.looks()) {
        if (trait.in().contains(look.kind())) {
          Optional<Signature.Match> match = trait.find(look.text(), look.lower());
          if (match.isPresent()) {
            return match;
          }
        }
      }
    }
    for (String one : seen.classification()) {
      String kind = one.toLowerCase(Locale.ROOT);
      if (Set.of("pii", "phi", "pci", "secret", "confidential", "restricted").contains(kind)) {
        return Optional.of(new Signature.Match("content classified " + kind, 0.5));
      }
    }
    return Optional.empty();
  }

  private static Optional<Signal> readThenSent(DetectionInput scene) {
    Observation seen = scene.seen();
    BehaviorBaseline.Trail trail = scene.baseline().trail(seen.sessionId());
    if (!scene.sends() || trail.readAt() == 0 || isLong(trail.readAt(), seen)) {
      return Optional.empty();
    }
    boolean isOutside = scene.isOutside();
    boolean isUsual = scene.baseline().isUsual(seen.host());
    double score = isUsual ? 0.4 : isOutside ? 0.85 : 0.6;
    return Optional.of(
        signal(
            Threat.EXFILTRATION,
            "heuristic.read_then_sent",
            Severity.HIGH,
            score,
            seen.host().isEmpty() ? "tool" : "destination.host",
            seen.host().isEmpty() ? seen.named() : seen.host(),
            "The session read "
                + trail.read()
                + " less than 30 minutes before it sent data to another destination."));
  }

  private static boolean isLong(long then, Observation seen) {
    long since = seen.at().toEpochMilli() - then;
    return since < 0 || since > MINUTES_30;
  }

  private static Optional<Signal> sentSecret(DetectionInput scene) {
    if (!scene.sends()) {
      return Optional.empty();
    }
    return scene.earlier().stream()
        .filter(signal -> signal.threat() == Threat.SECRET_EXPOSURE)
        .filter(signal -> !isCredential(signal.path()))
        .findFirst()
        .map(
            signal ->
                signal(
                    Threat.SECRET_EXPOSURE,
                    "heuristic.sent_secret",
                    Severity.HIGH,
                    0.85,
                    signal.path(),
                    signal.match(),
                    "The action sends a possible secret, which is masked here."));
  }

  /** Returns whether the value is a login credential. */
  static boolean isCredential(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return lower.contains("header") || lower.endsWith("authorization") || lower.contains(".auth.");
  }

  private static Optional<Signal> actedOnOrders(DetectionInput scene) {
    Observation seen = scene.seen();
    BehaviorBaseline.Trail trail = scene.baseline().trail(seen.sessionId());
    if (trail.ordersAt() == 0 || isLong(trail.ordersAt(), seen)) {
      return Optional.empty();
    }
    Optional<Signal> odd =
        scene.earlier().stream()
            .filter(signal -> signal.threat() != Threat.POLICY_VIOLATION)
            .findFirst();
    boolean isSent = scene.sends() && scene.isOutside() && !scene.baseline().isUsual(seen.host());
    if (odd.isEmpty() && !isSent) {
      return Optional.empty();
    }
    Threat threat = odd.map(Signal::threat).orElse(Threat.EXFILTRATION);
    return Optional.of(
        signal(
            threat,
            "heuristic.acted_on_orders",
            Severity.HIGH,
            0.8,
            odd.map(Signal::path).orElse("destination.host"),
            odd.map(Signal::match).orElse(seen.host()),
            "The session read instructions for the model less than 30 minutes before."));
  }

  private static Optional<Signal> people(DetectionInput scene) {
    Set<String> wanted = new HashSet<>();
    scene.config().piiEntities().forEach(type -> wanted.add(type.label()));
    Set<String> people = new HashSet<>();
    Set<String> grave = new HashSet<>();
    Optional<Observation.Hidden> first = Optional.empty();
    for (Observation.Hidden hidden : scene.seen().hidden()) {
      if (hidden.isSecret() || !wanted.contains(hidden.type()) || isRecipient(hidden.path())) {
        continue;
      }
      people.add(hidden.mask());
      if (GRAVE.contains(hidden.type())) {
        grave.add(hidden.mask());
      }
      boolean isFirst = first.isEmpty() || (grave.size() == 1 && grave.contains(hidden.mask()));
      first = isFirst ? Optional.of(hidden) : first;
    }
    if (first.isEmpty()) {
      return Optional.empty();
    }
    boolean isSent = scene.sends();
    double score =
        !grave.isEmpty()
            ? (isSent ? 0.84 : grave.size() >= MANY_PEOPLE ? 0.5 : 0.3)
            : people.size() >= MANY_PEOPLE
                ? (isSent ? 0.84 : 0.4)
                : people.size() >= SOME_PEOPLE && isSent ? 0.5 : 0.1;
    Severity severity =
        grave.size() >= MANY_PEOPLE || people.size() >= 5 * MANY_PEOPLE
            ? Severity.CRITICAL
            : grave.isEmpty() ? Severity.MEDIUM : Severity.HIGH;
    return Optional.of(
        signal(
            Threat.PII_EXPOSURE,
            "heuristic.people",
            severity,
            score,
            first.get().path(),
            first.get().mask(),
            people.size()
                + (people.size() == 1 ? " value" : " different values")
                + " of personal data, "
                + grave.size()
                + " of them of a grave kind, "
                + (isSent ? "are sent out." : "stay inside.")));
  }

  /** Returns whether the value is a recipient, which the sender of a message knows anyway. */
  private static boolean isRecipient(String path) {
    return RECIPIENT.matcher(path).find();
  }

  static Signal signal(
      Threat threat,
      String rule,
      Severity severity,
      double score,
      String path,
      String match,
      String says) {
    return new Signal(threat, MODEL, rule, severity, score, path, match, says, false);
  }
}
