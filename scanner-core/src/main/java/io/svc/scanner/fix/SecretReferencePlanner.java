package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.fix.ReferenceSyntax.Style;
import io.svc.scanner.fix.SecretParts.Part;
import io.svc.scanner.fix.ServerValueRoles.ValueRole;
import io.svc.scanner.redact.FoundSecret;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans references that replace literal secrets. */
final class SecretReferencePlanner {
  private static final String RAW_SAFE = "_-./+=:~@";

  private final FixDraft draft;
  private final ReferenceSyntax syntax;
  private final VariableNames names;
  private final ServerValueRoles serverPlaces;
  private final InputEntries inputs;
  private final NamedReferences<?> named;

  SecretReferencePlanner(FixDraft draft, ReferenceSyntax syntax, VariableNames names) {
    this.draft = draft;
    this.syntax = syntax;
    this.names = names;
    this.serverPlaces = new ServerValueRoles(draft.config());
    this.inputs = new InputEntries(draft);
    this.named =
        syntax.style() == Style.GOOSE_KEYS
            ? new GooseReferences(draft, names)
            : new CodexReferences(draft, names);
  }

  /** Plans the moves of a file's secrets, and records why the remaining secrets are not moved. */
  void move(List<FoundSecret> secrets) {
    Map<String, List<FoundSecret>> byValue = new LinkedHashMap<>();
    for (FoundSecret secret : secrets) {
      Optional<ValueExtent> extent = draft.extentOf(secret.origin());
      if (extent.isPresent()) {
        // If several servers share a value by an anchor, it is moved once.
        byValue
            .computeIfAbsent(
                extent.get().start() + " " + extent.get().end(), key -> new ArrayList<>())
            .add(secret);
      } else {
        skip(secret, "it cannot be changed safely there");
      }
    }
    for (List<FoundSecret> ofValue : byValue.values()) {
      move(ofValue, draft.extentOf(ofValue.get(0).origin()).orElseThrow());
    }
    inputs.finish();
    named.finish();
  }

  private void move(List<FoundSecret> secrets, ValueExtent extent) {
    ConfigText origin = secrets.get(0).origin();
    ValueRole use = serverPlaces.of(origin);
    if (syntax.style() == Style.NONE) {
      skip(secrets, syntax.client() + " expands no references: " + advice(use));
      return;
    }
    if (syntax.style() == Style.INPUT
        && use.place() == ValuePosition.OUTSIDE
        && origin.key().equals("default")) {
      skip(secrets, "remove the default; the client prompts for the input and stores it securely");
      return;
    }
    if (!syntax.places().contains(use.place())) {
      skip(
          secrets,
          syntax.client()
              + " expands no references in "
              + use.place().words()
              + ": "
              + advice(use));
      return;
    }
    if (syntax.style() == Style.CODEX_NAMES || syntax.style() == Style.GOOSE_KEYS) {
      named.move(secrets, use, extent);
      return;
    }
    List<Part> parts = partsOf(extent.text(), secrets, use);
    if (parts.isEmpty()) {
      skip(secrets, "it cannot be separated from the text around it");
      return;
    }
    moveParts(secrets, use, extent, parts);
  }

  /**
   * Returns the parts of a value with its secrets, or the complete value; empty when neither is
   * possible.
   */
  private static List<Part> partsOf(String text, List<FoundSecret> secrets, ValueRole use) {
    Optional<List<Part>> parts = SecretParts.of(text, secrets);
    boolean mayBeFullValue =
        use.place() == ValuePosition.ENV || use.place() == ValuePosition.HEADER;
    return parts.orElse(mayBeFullValue ? List.of(new Part(0, text.length(), "")) : List.of());
  }

  private void moveParts(
      List<FoundSecret> secrets, ValueRole use, ValueExtent extent, List<Part> parts) {
    String text = extent.text();
    for (Part part : parts) {
      String value = SecretParts.valueOf(text, part);
      Optional<String> obstacle = EnvFileText.obstacle(value);
      if (obstacle.isEmpty() && syntax.isRaw() && !isSafeWithinText(value)) {
        obstacle =
            Optional.of(
                syntax.client() + " inserts the value into the file before parsing the file");
      }
      if (obstacle.isPresent()) {
        skip(secrets, obstacle.get());
        return;
      }
    }
    boolean isInput = syntax.style() == Style.INPUT;
    if (isInput && !inputs.canAddInputs(use)) {
      skip(secrets, "inputs cannot be added next to its servers");
      return;
    }
    Change.Builder change = isInput ? inputs.change() : new Change.Builder();
    StringBuilder changed = new StringBuilder();
    StringBuilder references = new StringBuilder();
    int copied = 0;
    for (Part part : parts) {
      String value = SecretParts.valueOf(text, part);
      String variable = names.allocate(candidates(use, part, text), value);
      String reference = isInput ? inputs.referenceTo(variable, use) : syntax.to(variable);
      change.secret(variable, value);
      changed.append(text, copied, part.start()).append(reference);
      copied = part.end();
      references.append(references.isEmpty() ? "" : ", ").append(reference);
    }
    changed.append(text, copied, text.length());
    draft.change(change, extent, changed.toString());
    for (FoundSecret secret : secrets) {
      change.fix(fix(secret, secret.title() + " in " + secret.place() + " becomes " + references));
    }
    if (!isInput) {
      draft.add(change.build());
    }
  }

  private static boolean isSafeWithinText(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!(c < 128 && Character.isLetterOrDigit(c)) && RAW_SAFE.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns names for a part, best first: an environment variable retains its own. */
  private List<String> candidates(ValueRole use, Part part, String text) {
    String server = serverPart(use);
    boolean isFullValue = part.start() == 0 && part.end() == text.length();
    List<String> candidates = new ArrayList<>();
    if (use.place() == ValuePosition.ENV) {
      String variableName =
          VariableNames.isName(use.name()) ? use.name() : VariableNames.partOf(use.name());
      String name =
          isFullValue || part.name().isEmpty()
              ? variableName
              : variableName + "_" + suffix(part, variableName);
      if (VariableNames.isName(name)) {
        candidates.add(name);
      }
      candidates.add(prefixed(server, name));
      return candidates;
    }
    String name =
        VariableNames.partOf(
            part.name().isEmpty() ? SecretParts.nameOfFlag(use.name()) : part.name());
    // The X- prefix of nonstandard headers has no meaning.
    name = name.startsWith("X_") && name.length() > 2 ? name.substring(2) : name;
    candidates.add(prefixed(server, name.isEmpty() ? "SECRET" : name));
    return candidates;
  }

  private static String suffix(Part part, String variableName) {
    String suffix = VariableNames.partOf(part.name());
    return suffix.isEmpty() || suffix.equals(variableName) ? "SECRET" : suffix;
  }

  static String prefixed(String server, String name) {
    boolean isPrefixed = name.equals(server) || name.startsWith(server + "_");
    return isPrefixed ? name : server + "_" + name;
  }

  private String serverPart(ValueRole use) {
    return serverPart(draft, use);
  }

  /** Returns the server's name as the prefix of a variable name, unless it may be a secret. */
  static String serverPart(FixDraft draft, ValueRole use) {
    String name = use.server().map(McpServer::name).orElse("");
    boolean isShown = draft.subject().redactor().redactLine(name).equals(name);
    String part = isShown ? VariableNames.partOf(name) : "";
    return part.isEmpty() || Character.isDigit(part.charAt(0))
        ? part.isEmpty() ? "MCP" : "MCP_" + part
        : part;
  }

  private static String advice(ValueRole use) {
    return use.place() == ValuePosition.OUTSIDE
            || use.server().isEmpty()
            || !use.server().get().isLocal()
        ? "revoke it, and use a local proxy or the client's sign-in for the new one"
        : "start the server with a script that reads it from a location that only you can read,"
            + " and remove it from this file";
  }

  private Fix fix(FoundSecret secret, String words) {
    return draft.fix(Fix.SECRET, secret.server(), secret.origin(), words);
  }

  private void skip(List<FoundSecret> secrets, String reason) {
    for (FoundSecret secret : secrets) {
      skip(secret, reason);
    }
  }

  private void skip(FoundSecret secret, String reason) {
    draft.skip(
        Fix.SECRET,
        secret.server(),
        secret.origin(),
        secret.title() + " stays in " + secret.place() + ": " + reason);
  }
}
