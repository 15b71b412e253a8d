package io.svc.cli.settings;

import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.SettingsKey.Kind;
import io.svc.cli.settings.SettingsView.Row;
import io.svc.rules.RuleSource;
import io.svc.scanner.scan.Suppression;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Determines the effective value and the source of each setting. */
final class SettingsRows {
  private final SettingsSecrets secrets = new SettingsSecrets();
  private final Options options;
  private final List<Row> rows = new ArrayList<>();

  private SettingsRows(Options options) {
    this.options = options;
  }

  static List<Row> of(Options options) {
    SettingsRows rows = new SettingsRows(options);
    for (SettingsKey key : SettingsKeys.all()) {
      if (!key.name().equals(SettingsKeys.RULE_DIRECTORIES)) {
        rows.add(key);
      }
    }
    rows.addDecisions();
    return rows.rows;
  }

  private void add(SettingsKey key) {
    // For this command, the option of this name is the format of this table.
    boolean isFormat = key.option().equals("--format");
    if (!isFormat && options.isPresent(key.option())) {
      rows.add(new Row(key.name(), key.kind(), commandLineValues(key), "flag", key.option(), 0));
      return;
    }
    Optional<SettingValue> value = options.settings().find(key);
    if (value.isEmpty()) {
      rows.add(new Row(key.name(), key.kind(), fallback(key), "default", "", 0));
      return;
    }
    SettingsSource source = value.get().source();
    rows.add(
        new Row(
            key.name(),
            key.kind(),
            masked(value.get().texts()),
            source.scope(),
            source.name(),
            value.get().line()));
  }

  private List<String> commandLineValues(SettingsKey key) {
    if (key.kind() == Kind.SIZE) {
      options.maxFileSize();
    }
    List<String> values =
        switch (key.kind()) {
          case FLAG -> List.of(Boolean.toString(options.has(key.option())));
          case TEXTS, PATHS -> options.texts(key.option());
          case TEXT, SIZE, PATH -> List.of(options.text(key.option()).orElse(""));
        };
    for (String value : values) {
      if (!key.choices().isEmpty() && !key.choices().contains(value.toLowerCase(Locale.ROOT))) {
        throw new UserErrorException(
            key.option()
                + " is \""
                + secrets.shown(value)
                + "\"; expected one of "
                + String.join(", ", key.choices()));
      }
    }
    return masked(values);
  }

  private List<String> masked(List<String> values) {
    List<String> masked = new ArrayList<>();
    for (String value : values) {
      masked.add(secrets.redact(value));
    }
    return masked;
  }

  private static List<String> fallback(SettingsKey key) {
    return key.isList() || key.fallback().isEmpty() ? List.of() : List.of(key.fallback());
  }

  /** Adds the settings that are not options; the values of all files are combined. */
  private void addDecisions() {
    List<Row> rules = new ArrayList<>();
    List<Row> directories = new ArrayList<>();
    List<Row> suppressions = new ArrayList<>();
    for (SettingsLayer layer : options.settings().layers()) {
      ProjectSettings decisions = layer.decisions();
      List<String> ids = new ArrayList<>();
      for (RuleSource rule : decisions.rules()) {
        ids.add(rule.rule().id());
      }
      List<String> accepted = new ArrayList<>();
      for (Suppression suppression : decisions.suppressions()) {
        accepted.add(suppression.writtenIn() + ":" + suppression.line());
      }
      add(rules, "rules", ids, layer.source());
      add(directories, SettingsKeys.RULE_DIRECTORIES, decisions.ruleDirectories(), layer.source());
      add(suppressions, "suppressions", accepted, layer.source());
    }
    add(rules, "rules");
    add(directories, SettingsKeys.RULE_DIRECTORIES);
    add(suppressions, "suppressions");
  }

  private void add(List<Row> found, String key, List<String> values, SettingsSource source) {
    if (!values.isEmpty()) {
      found.add(new Row(key, Kind.TEXTS, masked(values), source.scope(), source.name(), 0));
    }
  }

  private void add(List<Row> found, String key) {
    if (found.isEmpty()) {
      rows.add(new Row(key, Kind.TEXTS, List.of(), "default", "", 0));
    }
    rows.addAll(found);
  }
}
