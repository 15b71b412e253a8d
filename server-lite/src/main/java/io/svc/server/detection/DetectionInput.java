package io.svc.server.detection;

import io.svc.scanner.checks.texts.PromptInjectionResult;
import io.svc.scanner.redact.FieldName;
import io.svc.server.redaction.Masking;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The input of a layer: an observation, the agent's baseline, and the signals of earlier layers.
 */
final class DetectionInput {
  private static final Set<String> SENDING =
      Set.of(
          "send", "post", "upload", "publish", "share", "mail", "email", "webhook", "notify",
          "forward", "tweet", "submit", "push", "export", "reply", "gist", "fax", "sms");

  private static final Set<String> FETCHING = Set.of("", "GET", "HEAD", "OPTIONS");

  private static final Pattern INSIDE =
      Pattern.compile(
          "localhost|[^.]{1,63}|127(?:\\.\\d{1,3}){3}|10(?:\\.\\d{1,3}){3}"
              + "|192\\.168(?:\\.\\d{1,3}){2}|172\\.(?:1[6-9]|2\\d|3[01])(?:\\.\\d{1,3}){2}"
              + "|169\\.254(?:\\.\\d{1,3}){2}|::1|f[cd][0-9a-f:]{2,40}"
              + "|(?:[^.]{1,63}\\.){1,8}(?:internal|local|localdomain|svc|corp|lan|intra|intranet|home"
              + "|test|localhost)",
          Pattern.CASE_INSENSITIVE);

  private static final int LONGEST_MATCH = 120;

  /**
   * The maximum length of a completely scanned text. Of a longer text, only the beginning and the
   * end are scanned.
   */
  private static final int MAX_TEXT_LENGTH = 16_384;

  private static final int LONGEST_HEAD = 12_288;
  private static final int LONGEST_TAIL = MAX_TEXT_LENGTH - LONGEST_HEAD;
  private static final Masking MASKING = new Masking();

  private final Observation seen;
  private final DetectionConfig config;
  private final AllowList allowed;
  private final BehaviorBaseline baseline;
  private final List<ScannedText> texts = new ArrayList<>();
  private final List<Signal> earlier = new ArrayList<>();
  private final IdentityHashMap<ScannedText, PromptInjectionResult> orders =
      new IdentityHashMap<>();
  private boolean isLong;

  /**
   * A text that is scanned.
   *
   * @param text for a command, only the executed parts
   * @param lower the same in lower case
   */
  record ScannedText(String path, ObservedText.Kind kind, String text, String lower) {}

  DetectionInput(
      Observation seen, DetectionConfig config, AllowList allowed, BehaviorBaseline baseline) {
    this.seen = seen;
    this.config = config;
    this.allowed = allowed;
    this.baseline = baseline;
    ObservedTexts.of(seen).forEach(this::addText);
    addText(new ObservedText("tool", ObservedText.Kind.TOOL, tool(seen)));
    if (sends() && isOutside(seen, allowed)) {
      addText(new ObservedText("destination.host", ObservedText.Kind.DESTINATION, seen.host()));
    }
  }

  private static String tool(Observation seen) {
    String tool = String.join("_", FieldName.of(seen.tool()).words());
    return seen.server().isEmpty() ? tool : seen.server() + "." + tool;
  }

  private void addText(ObservedText passage) {
    String text =
        switch (passage.kind()) {
          case COMMAND -> ExecutableText.ofCommand(passage.text());
          case SQL -> ExecutableText.ofStatement(passage.text());
          case PROSE, TOOL, DESTINATION, VALUE -> passage.text();
        };
    if (text.length() > MAX_TEXT_LENGTH) {
      isLong = true;
      text = text.substring(0, LONGEST_HEAD) + '\n' + text.substring(text.length() - LONGEST_TAIL);
    }
    texts.add(new ScannedText(passage.path(), passage.kind(), text, text.toLowerCase(Locale.ROOT)));
  }

  Observation seen() {
    return seen;
  }

  DetectionConfig config() {
    return config;
  }

  BehaviorBaseline baseline() {
    return baseline;
  }

  List<ScannedText> texts() {
    return texts;
  }

  /** Returns how strongly a text instructs a model; computed once. */
  PromptInjectionResult orders(ScannedText view) {
    return orders.computeIfAbsent(view, text -> PromptInjectionResult.in(text.text()));
  }

  /** Returns whether the observation was not scanned completely. */
  boolean isCut() {
    return isLong || seen.isCut();
  }

  /** The signals of earlier layers. */
  List<Signal> earlier() {
    return earlier;
  }

  void addSignals(List<Signal> signals) {
    earlier.addAll(signals);
  }

  boolean hasRule(String rule) {
    return allowed.hasRule(rule);
  }

  /** Returns whether it sends data to an external host. */
  boolean sends() {
    return sends(seen, allowed);
  }

  /** Returns whether it calls an external host. */
  boolean isOutside() {
    return isOutside(seen, allowed);
  }

  /** Formats a text as evidence: on one line, short, without possible secrets. */
  static String shown(String match) {
    String text = MASKING.value(match.strip().replaceAll("\\s{1,200}", " "));
    return text.length() > LONGEST_MATCH
        ? text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST_MATCH))) + "…"
        : text;
  }

  /** Returns whether a host is internal: not a name of the public network. */
  private static boolean isInside(String host) {
    return host.isEmpty() || INSIDE.matcher(host).matches();
  }

  /** Returns whether it calls an external host that the tenant does not allow. */
  private static boolean isOutside(Observation seen, AllowList allowed) {
    return !isInside(seen.host()) && !allowed.hasHost(seen.host());
  }

  /** Returns whether it sends data to an external host. */
  private static boolean sends(Observation seen, AllowList allowed) {
    if (!seen.host().isEmpty()) {
      return isOutside(seen, allowed)
          && (!FETCHING.contains(seen.method().toUpperCase(Locale.ROOT)) || namesSending(seen));
    }
    return namesSending(seen);
  }

  private static boolean namesSending(Observation seen) {
    List<String> words = FieldName.of(seen.tool()).words();
    return words.stream().anyMatch(SENDING::contains)
        || FieldName.of(seen.operation()).words().stream().anyMatch(SENDING::contains);
  }
}
