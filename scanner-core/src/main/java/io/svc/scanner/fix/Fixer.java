package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigSource;
import io.svc.scanner.config.ConfigSource.Language;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome;
import io.svc.scanner.config.ReadOutcome.Parsed;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.fix.ReferenceSyntax.Style;
import io.svc.scanner.redact.FoundSecret;
import io.svc.scanner.redact.Redactor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Plans the changes of a config file and verifies them: the changed text is parsed, and only the
 * intended values may differ. All other bytes are unchanged. Accesses no files.
 */
public final class Fixer {
  private final Function<McpConfig, DetectionSubject> subjects;
  private final VariableNames names;
  private final FixOptions options;

  /**
   * Creates a fixer for the files of a run.
   *
   * @param subjects finds the secrets of a config
   * @param names names of the variables for secrets
   */
  public Fixer(
      Function<McpConfig, DetectionSubject> subjects, VariableNames names, FixOptions options) {
    this.subjects = subjects;
    this.names = names;
    this.options = options;
  }

  /**
   * Plans the changes of a file; empty when its bytes cannot be restored from the text.
   *
   * @param config the config that was read from the bytes
   * @param isClientKnown whether the path, the structure or the caller identifies the client
   */
  public Optional<FixPlan> plan(McpConfig config, byte[] bytes, boolean isClientKnown) {
    Optional<ConfigSource> source = ConfigSource.of(config, bytes);
    if (source.isEmpty()) {
      return Optional.empty();
    }
    DetectionSubject subject = subjects.apply(config);
    State state = new State(config, source.get(), subject);
    FixDraft code = new FixDraft(state.source, state.subject);
    new VersionAndTlsPlanner(code, options).move();
    state.apply(code);
    if (options.includes(Fix.SECRET)) {
      FixDraft secrets = new FixDraft(state.source, state.subject);
      move(secrets, isClientKnown);
      state.apply(secrets);
    }
    Redactor redactor = subject.redactor();
    return Optional.of(
        new FixPlan(
            FileLines.of(source.get(), subject.secrets(), redactor),
            FileLines.of(state.source, state.subject.secrets(), redactor),
            state.source,
            state.fixes,
            state.unfixed,
            state.secrets,
            !subject.secrets().isEmpty()));
  }

  private void move(FixDraft draft, boolean isClientKnown) {
    List<FoundSecret> selected = new ArrayList<>();
    for (FoundSecret secret : draft.subject().secrets()) {
      if (!options.accepted().has(Fix.SECRET, secret.origin())) {
        selected.add(secret);
      }
    }
    Language language = draft.source().language();
    Optional<ReferenceSyntax> syntax =
        isClientKnown
            ? ClientReferences.of(draft.config().source(), language, options.usesInputs())
            : Optional.empty();
    boolean mayMove =
        syntax.isPresent()
            && (options.secretsObstacle().isEmpty() || syntax.get().style() == Style.NONE);
    if (mayMove) {
      new SecretReferencePlanner(draft, syntax.get(), names).move(selected);
      return;
    }
    String reason =
        !isClientKnown
            ? "the client is not known from its path; specify the client with --source"
            : syntax.isEmpty()
                ? "the references that "
                    + draft.config().source()
                    + " supports in such a file are not known"
                : options.secretsObstacle().get();
    for (FoundSecret secret : selected) {
      String words = secret.title() + " stays in " + secret.place() + ": " + reason;
      draft.skip(Fix.SECRET, secret.server(), secret.origin(), words);
    }
  }

  /** The file after each step. */
  private final class State {
    private final List<Fix> fixes = new ArrayList<>();
    private final List<Fix> unfixed = new ArrayList<>();
    private final Map<String, String> secrets = new LinkedHashMap<>();
    private McpConfig config;
    private ConfigSource source;
    private DetectionSubject subject;

    State(McpConfig config, ConfigSource source, DetectionSubject subject) {
      this.config = config;
      this.source = source;
      this.subject = subject;
    }

    /** Applies all changes, or the valid ones if any of them is invalid. */
    void apply(FixDraft draft) {
      unfixed.addAll(draft.unfixed());
      if (draft.changes().isEmpty() || tryApply(draft.changes())) {
        return;
      }
      List<Change> sound = new ArrayList<>();
      addSound(draft.changes(), sound);
      if (!sound.isEmpty()) {
        tryApply(sound);
      }
    }

    /** Bisects invalid sets of changes until single changes are excluded. */
    private void addSound(List<Change> candidates, List<Change> sound) {
      List<Change> combined = new ArrayList<>(sound);
      combined.addAll(candidates);
      if (changed(combined).isPresent()) {
        sound.addAll(candidates);
      } else if (candidates.size() > 1) {
        int half = candidates.size() / 2;
        addSound(candidates.subList(0, half), sound);
        addSound(candidates.subList(half, candidates.size()), sound);
      } else {
        for (Fix fix : candidates.get(0).fixes()) {
          String words = "not changed: the change would alter the meaning of the file";
          unfixed.add(new Fix(fix.findingType(), fix.server(), fix.line(), words));
        }
      }
    }

    private boolean tryApply(List<Change> changes) {
      Optional<McpConfig> after = changed(changes);
      if (after.isEmpty()) {
        return false;
      }
      byte[] bytes = source.encode(textWith(changes).orElseThrow());
      config = after.get();
      source = ConfigSource.of(config, bytes).orElseThrow();
      subject = subjects.apply(config);
      for (Change change : changes) {
        fixes.addAll(change.fixes());
        secrets.putAll(change.secrets());
      }
      return true;
    }

    private Optional<String> textWith(List<Change> changes) {
      List<Edit> edits = new ArrayList<>();
      for (Change change : changes) {
        edits.addAll(change.edits());
      }
      return Edit.apply(source.text(), edits);
    }

    /** Returns the config with changes; empty where it has unintended differences. */
    private Optional<McpConfig> changed(List<Change> changes) {
      Optional<String> text = textWith(changes);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      Map<Integer, String> values = new HashMap<>();
      for (Change change : changes) {
        values.putAll(change.values());
      }
      Map<String, String> expected = source.valuesWith(config.root(), values);
      for (Change change : changes) {
        expected = change.appliedTo(expected);
      }
      ReadOutcome outcome =
          ConfigReader.read(
              Path.of(config.path()), source.encode(text.get()), Optional.of(config.source()));
      return outcome instanceof Parsed read
              && ConfigSource.valuesOf(read.config().root()).equals(expected)
              && read.config().servers().size() == config.servers().size()
          ? Optional.of(read.config())
          : Optional.empty();
    }
  }
}
