package io.svc.server.config;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A configuration file: one level of keys, with texts, numbers or lists of them. It is read
 * strictly: other YAML features are rejected, with clear messages.
 */
final class ConfigFile {
  private static final int LARGEST = 1024 * 1024;
  private static final YAMLFactory YAML = new YAMLFactory();

  private final Path file;
  private final String label;
  private final List<String> problems;
  private final Map<String, RawSetting> entries = new TreeMap<>();
  private final Map<String, Integer> lines = new HashMap<>();

  private ConfigFile(Path file, String label, List<String> problems) {
    this.file = file;
    this.label = label;
    this.problems = problems;
  }

  /** Returns an empty file. */
  static ConfigFile none(Path directory) {
    return new ConfigFile(directory, "", List.of());
  }

  /** Reads a file, which messages call by a label, and adds its problems. */
  static ConfigFile read(Path file, String label, List<String> problems) {
    ConfigFile read = new ConfigFile(file.toAbsolutePath(), label, problems);
    try {
      if (Files.size(file) > LARGEST) {
        problems.add(label + " is larger than 1 MiB; expected a file of settings");
        return read;
      }
      read.parse(decoded(Files.readAllBytes(file)));
    } catch (CharacterCodingException e) {
      problems.add(label + " is not UTF-8; expected a text");
    } catch (JsonProcessingException e) {
      problems.add(
          read.at(e.getLocation())
              + "not valid YAML from here; check indentation, quotes and tabs");
    } catch (IOException | org.yaml.snakeyaml.error.YAMLException e) {
      problems.add(label + " cannot be read; expected a file of settings in YAML");
    }
    return read;
  }

  private static String decoded(byte[] bytes) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  Optional<RawSetting> find(ConfigKey<?> key) {
    return Optional.ofNullable(entries.get(key.name()));
  }

  /** Warns when other users can read a file with secrets. */
  void warnOfReaders(List<String> warnings) {
    boolean hasSecret =
        ConfigKeys.all().stream().anyMatch(k -> k.isSecret() && entries.containsKey(k.name()));
    if (!hasSecret || !isOpen()) {
      return;
    }
    warnings.add(
        label
            + " contains secrets and other users can read it; run chmod 600 on it, or use"
            + " SVC_*_FILE variables");
  }

  private boolean isOpen() {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.contains(PosixFilePermission.GROUP_READ)
          || permissions.contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private void parse(String text) throws IOException {
    try (YAMLParser parser = YAML.createParser(text)) {
      JsonToken token = parser.nextToken();
      if (token == null || isEmptyValue(parser)) {
        return;
      }
      if (token != JsonToken.START_OBJECT) {
        problems.add(at(parser.currentTokenLocation()) + "expected lines such as port: 8080");
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        parseEntry(parser);
      }
      if (parser.nextToken() != null) {
        problems.add(at(parser.currentTokenLocation()) + "a second document begins; expected one");
      }
    }
  }

  private void parseEntry(YAMLParser parser) throws IOException {
    String name = parser.currentName();
    JsonLocation position = parser.currentTokenLocation();
    JsonToken token = parser.nextToken();
    String at = at(position);
    Integer first = lines.putIfAbsent(name, position.getLineNr());
    boolean isKnown = ConfigKeys.all().stream().anyMatch(key -> key.name().equals(name));
    String shown = isKnown ? name : SafeText.quoted(name);
    if (first != null) {
      problems.add(at + shown + " is set twice, first in line " + first);
    }
    if (!isKnown) {
      problems.add(at + shown + " is not a setting" + Suggestion.of(name, names()));
      parser.skipChildren();
      return;
    }
    if (token == JsonToken.START_OBJECT) {
      problems.add(at + name + " has keys below it; expected a value or a list");
      parser.skipChildren();
      return;
    }
    boolean isList = token == JsonToken.START_ARRAY;
    List<String> texts = new ArrayList<>();
    boolean isClean = true;
    if (isList) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        isClean &= addText(parser, at + name, texts);
      }
    } else {
      isClean = addText(parser, at + name, texts);
    }
    if (isClean && first == null) {
      String origin = label + " line " + position.getLineNr();
      entries.put(
          name, new RawSetting(origin, at + name, texts, isList, requireNonNull(file.getParent())));
    }
  }

  private boolean addText(YAMLParser parser, String subject, List<String> texts)
      throws IOException {
    JsonToken token = parser.currentToken();
    if (parser.isCurrentAlias() || parser.getTypeId() != null) {
      problems.add(subject + " is an alias or has a tag; expected the value itself");
    } else if (!token.isScalarValue()) {
      problems.add(subject + " is nested; expected texts only");
      parser.skipChildren();
    } else if (isEmptyValue(parser)) {
      problems.add(subject + " has no value; set one, or remove the line");
    } else {
      texts.add(parser.getText());
      return true;
    }
    return false;
  }

  private static boolean isEmptyValue(YAMLParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    return token == JsonToken.VALUE_NULL
        || (token == JsonToken.VALUE_STRING && parser.getText().isEmpty());
  }

  private static List<String> names() {
    return ConfigKeys.all().stream().map(ConfigKey::name).collect(Collectors.toList());
  }

  private String at(JsonLocation position) {
    return position == null || position.getLineNr() < 1
        ? label + ": "
        : label + " line " + position.getLineNr() + ", column " + position.getColumnNr() + ": ";
  }
}
