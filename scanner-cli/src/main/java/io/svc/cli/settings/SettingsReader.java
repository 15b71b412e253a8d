package io.svc.cli.settings;

import io.svc.cli.console.UserErrorException;
import io.svc.report.CheckCatalog;
import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionNode;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads settings files strictly: an invalid part is an error with its line and column. */
public final class SettingsReader {
  /** Files with hundreds of rules and suppressions are smaller. */
  private static final long LARGEST = 4 * 1024 * 1024;

  private final SettingsSource source;
  private final List<SettingsKey> keys;
  private final Set<String> findingTypes;
  private final SettingsSecrets secrets = new SettingsSecrets();

  public SettingsReader(SettingsSource source, List<SettingsKey> keys, Set<String> findingTypes) {
    this.source = source;
    this.keys = keys;
    this.findingTypes = findingTypes;
  }

  /**
   * Reads a file.
   *
   * @throws UserErrorException if it is invalid
   */
  static SettingsLayer read(SettingsSource source) {
    try {
      refuseLarge(source);
      String text = RegularFile.text(source.file(), StandardCharsets.UTF_8);
      return new SettingsReader(source, SettingsKeys.all(), CheckCatalog.findingTypes())
          .parse(text);
    } catch (NoSuchFileException e) {
      throw new UserErrorException("settings file not found at " + source.name());
    } catch (MalformedInputException e) {
      throw new UserErrorException(source.name() + ":1:1: not valid UTF-8");
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read " + source.name() + ": " + FileErrorText.reasonOf(e));
    }
  }

  private static void refuseLarge(SettingsSource source) throws IOException {
    if (Files.size(source.file()) > LARGEST) {
      throw new UserErrorException(
          "cannot read " + source.name() + ": it exceeds the size limit for settings files");
    }
  }

  /** Parses the text of a file. */
  public SettingsLayer parse(String text) {
    try {
      Definition settings = DefinitionReader.read(source.name(), text);
      refuseUnknown(settings, "");
      secrets.rejectSecrets(settings);
      Map<String, SettingValue> values = new LinkedHashMap<>();
      for (SettingsKey key : keys) {
        if (key.section().isEmpty()) {
          add(settings, key, values);
        } else if (settings.has(key.section())) {
          Definition section = settings.mapping(key.section());
          refuseUnknown(section, key.section());
          add(section, key, values);
        }
      }
      SettingValue directories = values.remove(SettingsKeys.RULE_DIRECTORIES);
      return new SettingsLayer(
          source,
          values,
          ProjectSettings.of(
              settings,
              source.nameOfDecisions(),
              directories == null ? List.of() : directories.texts(),
              findingTypes));
    } catch (InvalidDefinitionException e) {
      throw new UserErrorException(secrets.redact(e.getMessage()));
    }
  }

  private void refuseUnknown(Definition settings, String section) {
    Set<String> allowedNames = names(section, source.isProject());
    Set<String> otherNames = names(section, !source.isProject());
    for (String name : settings.keys()) {
      if (allowedNames.contains(name)) {
        continue;
      }
      if (otherNames.contains(name)) {
        throw settings.problem(
            name,
            source.isProject()
                ? "'" + name + "' is allowed only in user settings, not in project settings"
                : "'"
                    + name
                    + "' is allowed only in project settings; move it to"
                    + " "
                    + ProjectSettings.NAME);
      }
      if (SettingsSecrets.isNamed(name)) {
        throw settings.problem(
            name,
            "'"
                + name
                + "' is not allowed: do not store secrets in this file; use the environment");
      }
      String reason = SettingsKeys.rejectionReason(name);
      if (!reason.isEmpty()) {
        throw settings.problem(name, "'" + name + "' is not allowed: " + reason);
      }
    }
    settings.allow(allowedNames);
  }

  /** Returns the allowed names at the top level or in a section. */
  private Set<String> names(String section, boolean isProject) {
    Set<String> names = new TreeSet<>();
    for (SettingsKey key : keys) {
      if (key.scope().allows(isProject)) {
        if (key.section().equals(section)) {
          names.add(key.leaf());
        } else if (section.isEmpty()) {
          names.add(key.section());
        }
      }
    }
    if (section.isEmpty()) {
      names.addAll(ProjectSettings.keys(isProject));
    }
    return names;
  }

  private void add(Definition section, SettingsKey key, Map<String, SettingValue> values) {
    if (section.has(key.leaf())) {
      DefinitionNode node = section.find(key.leaf()).orElseThrow();
      List<String> texts = new SettingsValues(section, key, source, secrets).texts(node);
      values.put(key.name(), new SettingValue(texts, source, node.line()));
    }
  }
}
