package io.svc.server.detection;

import io.svc.rules.Severity;
import io.svc.scanner.checks.texts.PromptInjectionResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Patterns of known attacks, and secrets in unexpected places. */
final class SignatureLayer implements Layer.LayerEvaluator {
  static final String SECRETS_MODEL = "sig-secrets-v1";
  static final String ORDERS_MODEL = "sig-orders-v1";
  private static final String ORDERS_RULE = "injection.orders";
  private static final int CONVERSATION_READ = 4_000;

  /** The minimum score, so that a text that is only an instruction reaches the threshold. */
  private static final double MIN_SCORE = 0.7;

  private static final double WEIGHT_OF_SINGLE = 0.012;

  @Override
  public List<Signal> signals(DetectionInput input) {
    List<Signal> signals = new ArrayList<>();
    for (SignatureSet set : SignatureSets.THREATS) {
      signatures(input, set, signals);
    }
    orders(input).ifPresent(signals::add);
    secrets(input, signals);
    return signals;
  }

  private static void signatures(DetectionInput input, SignatureSet set, List<Signal> signals) {
    for (Signature signature : set.signatures()) {
      for (DetectionInput.ScannedText view : input.texts()) {
        if (!signature.in().contains(view.kind())) {
          continue;
        }
        Optional<Signature.Match> match = signature.find(view.text(), view.lower());
        if (match.isPresent()) {
          signals.add(signal(set, signature, view.path(), match.get()));
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
  private static Optional<Signal> orders(DetectionInput input) {
    Optional<Signal> worst = Optional.empty();
    for (DetectionInput.ScannedText view : input.texts()) {
      boolean isRead =
          view.kind() == ObservedText.Kind.PROSE || view.kind() == ObservedText.Kind.VALUE;
      if (!isRead) {
        continue;
      }
      PromptInjectionResult orders = input.orders(view);
      if (orders.weight() < PromptInjectionResult.TELLING) {
        continue;
      }
      double score = Math.min(0.99, MIN_SCORE + orders.weight() * WEIGHT_OF_SINGLE);
      if (isConversation(view.text())) {
        score /= 2;
      }
      if (worst.isEmpty() || score > worst.get().score()) {
        worst = Optional.of(order(view.path(), orders, score));
      }
    }
    return worst;
  }

  private static Signal order(String path, PromptInjectionResult orders, double score) {
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

  private static boolean isConversation(String text) {
    Optional<Pattern> conversationPattern =
        SignatureSets.THREATS.stream()
            .filter(set -> set.threat() == Threat.PROMPT_INJECTION)
            .flatMap(set -> set.signatures().stream())
            .flatMap(signature -> signature.unless().stream())
            .findFirst();
    return conversationPattern.isPresent()
        && conversationPattern.get().matcher(head(text, CONVERSATION_READ)).find();
  }

  private static String head(String text, int limit) {
    return text.length() <= limit ? text : text.substring(0, limit);
  }

  private static void secrets(DetectionInput input, List<Signal> signals) {
    Set<String> types = new HashSet<>();
    for (Observation.RedactedPart hidden : input.seen().hidden()) {
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
