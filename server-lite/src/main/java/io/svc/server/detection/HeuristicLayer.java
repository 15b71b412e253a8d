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
final class HeuristicLayer implements Layer.LayerEvaluator {
  static final String MODEL = "heur-v1";
  static final int RULES = 8;

  /** The time after reading content in which a session is assumed to act on it. */
  private static final long MINUTES_30 = 30L * 60 * 1_000;

  private static final int MANY_PERSONS = 10;
  private static final int SOME_PERSONS = 5;

  /** Each of these is more severe than an address. */
  private static final Set<String> GRAVE =
      Set.of("CREDIT_CARD", "US_SSN", "SE_PERSONNUMMER", "UK_NINO", "PASSPORT_NUMBER", "IBAN_CODE");

  private static final Pattern RECIPIENT =
      Pattern.compile("\\.(?:to|cc|bcc|from|sender|recipients?|reply_to)(?:\\[\\d{1,6}])?$");

  @Override
  public List<Signal> signals(DetectionInput input) {
    List<Signal> signals = new ArrayList<>();
    readThenSent(input).ifPresent(signals::add);
    sentSecret(input).ifPresent(signals::add);
    followedInstructions(input).ifPresent(signals::add);
    personalData(input).ifPresent(signals::add);
    signals.addAll(SuspiciousTexts.signals(input));
    if (input.isCut()) {
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
  static Optional<Signature.Match> sensitiveRead(DetectionInput input) {
    Observation seen = input.seen();
    if (seen.ruling().isDenied() || input.sends()) {
      return Optional.empty();
    }
    for (Signature trait : SignatureSets.TRAITS.signatures()) {
      for (DetectionInput.ScannedText view : input.texts()) {
        if (trait.in().contains(view.kind())) {
          Optional<Signature.Match> match = trait.find(view.text(), view.lower());
          if (match.isPresent()) {
            return match;
          }
        }
      }
    }
    for (String dataClass : seen.classification()) {
      String kind = dataClass.toLowerCase(Locale.ROOT);
      if (Set.of("pii", "phi", "pci", "secret", "confidential", "restricted").contains(kind)) {
        return Optional.of(new Signature.Match("content classified " + kind, 0.5));
      }
    }
    return Optional.empty();
  }

  private static Optional<Signal> readThenSent(DetectionInput input) {
    Observation seen = input.seen();
    BehaviorBaseline.SessionActivity trail = input.baseline().trail(seen.sessionId());
    if (!input.sends() || trail.readAt() == 0 || isLong(trail.readAt(), seen)) {
      return Optional.empty();
    }
    boolean isOutside = input.isOutside();
    boolean isUsual = input.baseline().isUsual(seen.host());
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

  private static Optional<Signal> sentSecret(DetectionInput input) {
    if (!input.sends()) {
      return Optional.empty();
    }
    return input.earlier().stream()
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

  private static Optional<Signal> followedInstructions(DetectionInput input) {
    Observation seen = input.seen();
    BehaviorBaseline.SessionActivity trail = input.baseline().trail(seen.sessionId());
    if (trail.ordersAt() == 0 || isLong(trail.ordersAt(), seen)) {
      return Optional.empty();
    }
    Optional<Signal> odd =
        input.earlier().stream()
            .filter(signal -> signal.threat() != Threat.POLICY_VIOLATION)
            .findFirst();
    boolean isSent = input.sends() && input.isOutside() && !input.baseline().isUsual(seen.host());
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

  private static Optional<Signal> personalData(DetectionInput input) {
    Set<String> piiTypes = new HashSet<>();
    input.config().piiEntities().forEach(type -> piiTypes.add(type.label()));
    Set<String> persons = new HashSet<>();
    Set<String> grave = new HashSet<>();
    Optional<Observation.RedactedPart> first = Optional.empty();
    for (Observation.RedactedPart hidden : input.seen().hidden()) {
      if (hidden.isSecret() || !piiTypes.contains(hidden.type()) || isRecipient(hidden.path())) {
        continue;
      }
      persons.add(hidden.mask());
      if (GRAVE.contains(hidden.type())) {
        grave.add(hidden.mask());
      }
      boolean isFirst = first.isEmpty() || (grave.size() == 1 && grave.contains(hidden.mask()));
      first = isFirst ? Optional.of(hidden) : first;
    }
    if (first.isEmpty()) {
      return Optional.empty();
    }
    boolean isSent = input.sends();
    double score =
        !grave.isEmpty()
            ? (isSent ? 0.84 : grave.size() >= MANY_PERSONS ? 0.5 : 0.3)
            : persons.size() >= MANY_PERSONS
                ? (isSent ? 0.84 : 0.4)
                : persons.size() >= SOME_PERSONS && isSent ? 0.5 : 0.1;
    Severity severity =
        grave.size() >= MANY_PERSONS || persons.size() >= 5 * MANY_PERSONS
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
            persons.size()
                + (persons.size() == 1 ? " value" : " different values")
                + " of personal data, "
                + grave.size()
                + " of them highly sensitive, "
                + (isSent ? "are sent to another destination." : "stay internal.")));
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
      String description) {
    return new Signal(threat, MODEL, rule, severity, score, path, match, description, false);
  }
}
