package io.svc.server.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The allow list of a tenant: hosts, agents, tools and rules that raise no detections. */
final class AllowList {
  private static final Pattern HOST =
      Pattern.compile("(?:\\*\\.)?[\\p{Alnum}_][\\p{Alnum}._:-]{0,252}");
  private static final Pattern NAME = Pattern.compile("[^\\s*]{1,200}\\*?");

  /** The kind of an entry. */
  enum EntryKind {
    HOST,
    AGENT,
    TOOL,
    RULE
  }

  private record Entry(EntryKind what, String name, boolean isPrefix) {}

  private final List<Entry> entries = new ArrayList<>();

  AllowList(List<String> written) {
    written.forEach(text -> read(text).ifPresent(entries::add));
  }

  /** Returns why an entry is invalid; empty for a valid one. */
  static Optional<String> rejectionReason(String text) {
    return read(text).isPresent()
        ? Optional.empty()
        : Optional.of(
            "\""
                + text
                + "\" is not a valid entry; expected \"host:api.example.com\","
                + " \"host:*.example.com\","
                + " \"agent:agt_…\", \"tool:server.tool\" or \"rule:\" with the name of a rule.");
  }

  private static Optional<Entry> read(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? "" : text.substring(0, colon).toUpperCase(Locale.ROOT);
    for (EntryKind entryKind : EntryKind.values()) {
      if (entryKind.name().equals(kind)) {
        return entry(entryKind, text.substring(colon + 1));
      }
    }
    return Optional.empty();
  }

  private static Optional<Entry> entry(EntryKind kind, String name) {
    if (kind == EntryKind.HOST) {
      boolean isWild = name.startsWith("*.");
      return HOST.matcher(name).matches()
          ? Optional.of(
              new Entry(kind, name.substring(isWild ? 1 : 0).toLowerCase(Locale.ROOT), isWild))
          : Optional.empty();
    }
    boolean isWild = name.endsWith("*");
    return NAME.matcher(name).matches()
        ? Optional.of(new Entry(kind, isWild ? name.substring(0, name.length() - 1) : name, isWild))
        : Optional.empty();
  }

  /** Returns whether an observation is exempt from detection. */
  boolean covers(Observation seen) {
    for (Entry entry : entries) {
      boolean is =
          switch (entry.what()) {
            case HOST, RULE -> false;
            case AGENT -> is(entry, seen.agentId());
            case TOOL -> is(entry, seen.named()) || is(entry, seen.tool());
          };
      if (is) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether data may be sent to a host. */
  boolean hasHost(String host) {
    for (Entry entry : entries) {
      if (entry.what() == EntryKind.HOST
          && (entry.isPrefix() ? host.endsWith(entry.name()) : host.equals(entry.name()))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a rule is exempt. */
  boolean hasRule(String rule) {
    for (Entry entry : entries) {
      if (entry.what() == EntryKind.RULE && is(entry, rule)) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(Entry entry, String name) {
    return entry.isPrefix() ? name.startsWith(entry.name()) : name.equals(entry.name());
  }
}
