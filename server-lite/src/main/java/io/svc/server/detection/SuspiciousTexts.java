package io.svc.server.detection;

import io.svc.rules.Severity;
import io.svc.scanner.checks.texts.PromptInjectionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds suspicious texts: encoded, invisible, or similar to an instruction to a model. */
final class SuspiciousTexts {
  private static final Pattern BLOB =
      Pattern.compile("(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{240,65536}={0,2}(?![A-Za-z0-9+/])");

  /** Common file types: PNG, JPEG, GIF, PDF, archives, fonts, RIFF. */
  private static final Pattern HARMLESS_BLOB =
      Pattern.compile("^(?:iVBOR|/9j/|R0lGOD|JVBER|UEsDB|d09GM|UklGR|PHN2Zy|AAAA)");

  private static final Pattern QUERY_BLOB =
      Pattern.compile("https?://[^\\s?#]{1,500}\\?[^\\s#]{0,500}=[A-Za-z0-9+/_%-]{120,8000}");

  private SuspiciousTexts() {}

  static List<Signal> signals(DetectionInput input) {
    List<Signal> signals = new ArrayList<>();
    for (DetectionInput.ScannedText view : input.texts()) {
      blob(input, view).ifPresent(signals::add);
      invisible(view).ifPresent(signals::add);
      partialInstruction(input, view).ifPresent(signals::add);
    }
    return signals;
  }

  private static Optional<Signal> blob(DetectionInput input, DetectionInput.ScannedText view) {
    if (!input.isOutside() && !input.sends()) {
      return Optional.empty();
    }
    Matcher query = QUERY_BLOB.matcher(view.text());
    if (query.find()) {
      return Optional.of(blob(view.path(), 0.75, "A URL contains a long encoded text."));
    }
    if (view.kind() == ObservedText.Kind.PROSE || view.kind() == ObservedText.Kind.VALUE) {
      Matcher blob = BLOB.matcher(view.text());
      if (blob.find() && !HARMLESS_BLOB.matcher(blob.group()).find()) {
        return Optional.of(blob(view.path(), 0.72, "The action sends a long encoded text."));
      }
    }
    return Optional.empty();
  }

  private static Signal blob(String path, double score, String description) {
    return HeuristicLayer.signal(
        Threat.EXFILTRATION,
        "heuristic.encoded",
        Severity.MEDIUM,
        score,
        path,
        "encoded text",
        description);
  }

  /** Finds invisible characters that a model reads as words. */
  private static Optional<Signal> invisible(DetectionInput.ScannedText view) {
    int tags = 0;
    int blanks = 0;
    String text = view.text();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      tags += c == 0xDB40 && i + 1 < text.length() && isTag(text.charAt(i + 1)) ? 1 : 0;
      boolean isJoiner = c == 0x200B || c == 0x2060 || c == 0xFEFF || (c >= 0x202A && c <= 0x202E);
      blanks += isJoiner ? 1 : 0;
    }
    // Flags of subdivisions of countries contain up to six tag characters.
    if (tags < 12 && blanks < 8) {
      return Optional.empty();
    }
    return Optional.of(
        HeuristicLayer.signal(
            Threat.PROMPT_INJECTION,
            "heuristic.invisible",
            Severity.HIGH,
            tags >= 12 ? 0.85 : 0.72,
            view.path(),
            (tags >= 12 ? tags : blanks) + " invisible characters",
            "The text contains invisible characters that models can read."));
  }

  private static boolean isTag(char low) {
    return low >= 0xDC20 && low <= 0xDC7F;
  }

  /** A text that is almost an instruction is an additional indication. */
  private static Optional<Signal> partialInstruction(
      DetectionInput input, DetectionInput.ScannedText view) {
    boolean isRead =
        view.kind() == ObservedText.Kind.PROSE || view.kind() == ObservedText.Kind.VALUE;
    if (!isRead || view.text().length() > 4_000) {
      return Optional.empty();
    }
    int weight = input.orders(view).weight();
    if (weight < PromptInjectionResult.TELLING / 2 + 1 || weight >= PromptInjectionResult.TELLING) {
      return Optional.empty();
    }
    return Optional.of(
        HeuristicLayer.signal(
            Threat.PROMPT_INJECTION,
            "heuristic.half_an_order",
            Severity.MEDIUM,
            0.4,
            view.path(),
            "possible instruction",
            "The text may contain instructions for the model."));
  }
}
