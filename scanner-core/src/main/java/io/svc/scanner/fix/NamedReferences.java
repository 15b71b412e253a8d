package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.fix.ServerValueRoles.ValueRole;
import io.svc.scanner.redact.FoundSecret;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves secrets for a client that receives the names of variables under keys of their own.
 *
 * @param <E> the changes of one server's entry
 */
abstract class NamedReferences<E extends NamedReferences.Entry> {
  final FixDraft draft;
  final VariableNames names;
  final MemberEditor members;
  final Map<ConfigObject, E> entries = new LinkedHashMap<>();
  private final String unsupportedReason;

  /**
   * Creates the moves for one file.
   *
   * @param unsupportedReason the reason for secrets that stay because the text has no place for the
   *     names
   */
  NamedReferences(FixDraft draft, VariableNames names, String unsupportedReason) {
    this.draft = draft;
    this.names = names;
    this.members = new MemberEditor(draft);
    this.unsupportedReason = unsupportedReason;
  }

  /** The changes of one server's entry. */
  static class Entry {
    final Change.Builder change = new Change.Builder();
    final List<FoundSecret> secrets = new ArrayList<>();
    final Map<ConfigObject, List<ConfigNode>> removed = new LinkedHashMap<>();
  }

  /** Plans the change for the secrets of one value; returns what prevents it. */
  abstract Optional<String> plan(List<FoundSecret> secrets, ValueRole use, ValueExtent extent);

  /** Completes the changes of a server's entry; false where its text has no place for them. */
  abstract boolean complete(ConfigObject object, E entry);

  /** Plans the change for the secrets of one value. */
  final void move(List<FoundSecret> secrets, ValueRole use, ValueExtent extent) {
    Optional<String> obstacle = plan(secrets, use, extent);
    if (obstacle.isPresent()) {
      skip(secrets, obstacle.get());
    }
  }

  /** Completes the changes, when all secrets of the file have been seen. */
  final void finish() {
    for (Map.Entry<ConfigObject, E> server : entries.entrySet()) {
      Entry entry = server.getValue();
      if (entry.secrets.isEmpty()) {
        continue;
      }
      if (complete(server.getKey(), server.getValue())) {
        draft.add(entry.change.build());
      } else {
        skip(entry.secrets, unsupportedReason);
      }
    }
  }

  /** The variable for a header, named after the server and the header. */
  final String headerVariable(ValueRole use, String value) {
    String name = VariableNames.partOf(use.name());
    name = name.startsWith("X_") ? name.substring(2) : name;
    String server = SecretReferencePlanner.serverPart(draft, use);
    return names.allocate(List.of(SecretReferencePlanner.prefixed(server, name)), value);
  }

  final void addFixes(Entry entry, List<FoundSecret> secrets, String becomes) {
    for (FoundSecret secret : secrets) {
      String words = secret.title() + " in " + secret.place() + " becomes " + becomes;
      entry.change.fix(draft.fix(Fix.SECRET, secret.server(), secret.origin(), words));
    }
  }

  private void skip(List<FoundSecret> secrets, String reason) {
    for (FoundSecret secret : secrets) {
      String words = secret.title() + " stays in " + secret.place() + ": " + reason;
      draft.skip(Fix.SECRET, secret.server(), secret.origin(), words);
    }
  }
}
