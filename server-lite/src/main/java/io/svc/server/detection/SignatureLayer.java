package io.svc.server.detection;

import io.svc.rules.Severity;
import io.svc.scanner.checks.texts.ModelOrders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Patterns of known attacks, and secrets in unexpected places. */
final class SignatureLayer implements Layer.LayerJudge {
  static final String SECRETS_MODEL = "sig-secrets-v1";
  static final String ORDERS_MODEL = "sig-orders-v1";
  private static final String ORDERS_RULE = "injection.orders";
  private static final int TALK_READ = 4_000;

  /** The minimum score, so that a text that is only an instruction reaches the threshold. */
  private static final double LEAST_SCORE = 0.7;

  private static final double WEIGHT_OF_ONE = 0.012;

  @Override
  public List<Signal> signals(DetectionInput scene) {
    List<Signal> signals = new ArrayList<>();
    for (SignatureSet set : SignatureSets.THREATS) {
      signatures(scene, set, signals);
    }
    orders(scene).ifPresent(signals::add);
    secrets(scene, signals);
    return signals;
  }

  private static void signatures(DetectionInput scene, SignatureSet set, List<Signal> signals) {
    for (Signature signature : set.signatures()) {
      for (DetectionInput.Look look : scene.looks()) {
        if (!signature.in().contains(look.kind())) {
          continue;
        }
        Optional<Signature.Match> match = signature.find(look.text(), look.lower());
        if (match.isPresent()) {
          signals.add(signal(set, signature, look.path(), match.get()));
          break;
        }
      }
    }
  }

  private static Signal signal(
      SignatureSet set, Signature signature, String path, Signature.Match match) {
    return new Signal(
        set.threat(),
        set.id(),
        signature.id(),
        signature.severity(),
        match.score(),
        path,
        DetectionInput.shown(match.text()),
        signature.says(),
        false);
  }

  /** Finds texts that instruct a model, with the same signs as in descriptions of tools. */
  private static Optional<Signal> orders(DetectionInput scene) {
    Optional<Signal> worst = Optional.empty();
    for (DetectionInput.Look look : scene.looks()) {
      boolean isRead =
          look.kind() == ObservedText.Kind.PROSE || look.kind() == ObservedText.Kind.VALUE;
      if (!isRead) {
        continue;
      }
      ModelOrders orders = scene.orders(look);
      if (orders.weight() < ModelOrders.TELLING) {
        continue;
      }
      double score = Math.min(0.99, LEAST_SCORE + orders.weight() * WEIGHT_OF_ONE);
      if (isTalk(look.text())) {
        score /= 2;
      }
      if (worst.isEmpty() || score > worst.get().score()) {
        worst = Optional.of(order(look.path(), orders, score));
      }
    }
    return worst;
  }

  private static Signal order(String path, ModelOrders orders, double score) {
    String actions =
        orders.words().isEmpty() ? "to do something" : String.join(", ", orders.words());
    return new Signal(
        Threat.PROMPT_INJECTION,
        ORDERS_MODEL,
        ORDERS_RULE,
        Severity.HIGH,
        score,
        path,
        "orders " + actions,
        "The text contains instructions for the model: " + actions + ".",
        false);
  }

  private static boolean isTalk(String text) {
    Optional<Pattern> talk =
        SignatureSets.THREATS.stream()
            .filter(set -> set.threat() == Threat.PROMPT_INJECTION)
            .flatMap(set -> set.signatures().stream())
            .flatMap(signature -> signature.unless().stream())
            .findFirst();
    return talk.isPresent() && talk.get().matcher(head(text, TALK_READ)).find();
  }

  private static String head(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most);
  }

  private static void secrets(DetectionInput scene, List<Signal> signals) {
    Set<String> types = new HashSet<>();
    for (Observation.Hidden hidden : scene.seen().hidden()) {
      if (hidden.isSecret() && types.add(hidden.type())) {
        signals.add(
            new Signal(
                Threat.SECRET_EXPOSURE,
                SECRETS_MODEL,
                "secret." + hidden.type(),
                Severity.HIGH,
                hidden.confidence(),
                hidden.path(),
                hidden.mask(),
                "The content contains a secret, which is masked here.",
                false));
      }
    }
  }
}
