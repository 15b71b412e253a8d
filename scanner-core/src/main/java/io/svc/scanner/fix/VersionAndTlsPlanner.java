package io.svc.scanner.fix;

import io.svc.scanner.checks.network.PlainAddress;
import io.svc.scanner.checks.packages.UnpinnedPackage;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.fix.PinSource.Pin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Plans exact versions for packages and images, and encryption for addresses. */
final class VersionAndTlsPlanner {
  private static final String WORD_EDGES = " \t\r\n\"'=;|&()";

  private final FixDraft draft;
  private final FixOptions options;

  /** A value may contain several packages: the planned versions by position. */
  private final Map<String, PendingChange> pending = new LinkedHashMap<>();

  VersionAndTlsPlanner(FixDraft draft, FixOptions options) {
    this.draft = draft;
    this.options = options;
  }

  private static final class PendingChange {
    private final ValueExtent extent;
    private final Change.Builder change = new Change.Builder();
    private String text;

    PendingChange(ValueExtent extent) {
      this.extent = extent;
      this.text = extent.text();
    }
  }

  void move() {
    for (UnpinnedPackage use : UnpinnedPackage.in(draft.subject())) {
      ConfigText value = use.word().origin();
      boolean isSelected = options.includes(use.findingType());
      if (isSelected && !options.accepted().has(use.findingType(), value)) {
        pin(use, value);
      }
    }
    if (options.includes(Fix.TRANSPORT)) {
      for (PlainAddress address : PlainAddress.in(draft.subject())) {
        if (!options.accepted().has(Fix.TRANSPORT, address.origin())) {
          secure(address);
        }
      }
    }
    for (PendingChange value : pending.values()) {
      draft.change(value.change, value.extent, value.text);
      draft.add(value.change.build());
    }
  }

  private void pin(UnpinnedPackage use, ConfigText value) {
    String name = shown(value, use.name());
    Pin pin = options.pins().pinOf(use);
    if (pin.version().isEmpty()) {
      skip(use, value, name + " is not pinned: " + pin.origin());
      return;
    }
    String version = pin.version().get();
    Optional<String> word = use.pinnedTo(version);
    if (word.isEmpty()) {
      skip(use, value, name + " is not pinned: an exact version is not possible there");
      return;
    }
    if (word.get().equals(use.word().text())) {
      // Tags are mutable, also version tags.
      skip(
          use,
          value,
          name + " already has that tag; only a digest identifies one image permanently");
      return;
    }
    String words = name + " is pinned to " + shown(value, version) + " (" + pin.origin() + ")";
    if (replace(use.findingType(), use.server(), value, use.word().text(), word.get(), words)
        && !use.isImmutable(version)) {
      skip(use, value, name + " is run by tag, which can be moved; specify its digest");
    }
  }

  private void secure(PlainAddress address) {
    ConfigText value = address.origin();
    String shown = shown(value, address.url());
    if (address.obstacle().isPresent()) {
      draft.skip(
          Fix.TRANSPORT,
          address.server(),
          value,
          shown + " is unchanged: " + address.obstacle().get());
      return;
    }
    String words = shown + " uses encryption";
    replace(Fix.TRANSPORT, address.server(), value, address.url(), address.secured(), words);
  }

  private boolean replace(
      String findingType,
      String server,
      ConfigText value,
      String word,
      String other,
      String words) {
    Optional<ValueExtent> extent = draft.extentOf(value);
    if (extent.isPresent()) {
      PendingChange existing =
          pending.computeIfAbsent(
              extent.get().start() + " " + extent.get().end(),
              key -> new PendingChange(extent.get()));
      Optional<String> text = withWord(existing.text, word, other);
      if (text.isPresent() || existing.text.contains(other)) {
        // If servers share a value by an anchor, the first one has changed it for all.
        existing.text = text.orElse(existing.text);
        existing.change.fix(draft.fix(findingType, server, value, words));
        return true;
      }
    }
    draft.skip(
        findingType,
        server,
        value,
        shown(value, word) + " is unchanged: it cannot be separated from the text around it");
    return false;
  }

  private void skip(UnpinnedPackage use, ConfigText value, String reason) {
    draft.skip(use.findingType(), use.server(), value, reason);
  }

  private String shown(ConfigText value, String text) {
    return draft.subject().redactor().redact(value, text);
  }

  /** Replaces a word in a text; empty unless the text contains the word exactly once. */
  private static Optional<String> withWord(String text, String word, String other) {
    if (text.equals(word)) {
      return Optional.of(other);
    }
    int found = -1;
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (isEdge(text, at - 1) && isEdge(text, at + word.length())) {
        if (found >= 0) {
          return Optional.empty();
        }
        found = at;
      }
    }
    return found < 0
        ? Optional.empty()
        : Optional.of(text.substring(0, found) + other + text.substring(found + word.length()));
  }

  private static boolean isEdge(String text, int index) {
    return index < 0 || index >= text.length() || WORD_EDGES.indexOf(text.charAt(index)) >= 0;
  }
}
