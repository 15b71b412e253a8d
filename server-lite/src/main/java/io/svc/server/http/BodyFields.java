package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.config.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The objects of one body, the field names that readers accept in each, and the problems found so
 * far. Used only by {@link Fields}.
 */
final class BodyFields {
  private static final int MAX_UNKNOWN = 20;
  private static final int MAX_LISTED = 40;

  private final List<ApiException.FieldError> errors = new ArrayList<>();
  private final IdentityHashMap<JsonNode, Level> byObject = new IdentityHashMap<>();
  private final List<Level> levels = new ArrayList<>();
  private final boolean isStrict;
  private boolean isChecked;

  /**
   * A body before it is read.
   *
   * @param isStrict whether unknown fields are rejected
   */
  BodyFields(boolean isStrict) {
    this.isStrict = isStrict;
  }

  /** One object of a body, with the field names that readers accept. */
  static final class Level {
    private final JsonNode object;
    private final String path;
    private final Optional<Level> parent;
    private final List<String> fieldNames = new ArrayList<>();
    private final Set<String> readOnly = new HashSet<>();
    private boolean isOpen;

    private Level(JsonNode object, String path, Optional<Level> parent) {
      this.object = object;
      this.path = path;
      this.parent = parent;
    }

    void allow(String name) {
      fieldNames.add(name);
    }

    void allow(Collection<String> names) {
      fieldNames.addAll(names);
    }

    boolean isKnown(String name) {
      return fieldNames.contains(name);
    }

    /** Accepts fields and ignores their values. */
    void ignore(Collection<String> names) {
      readOnly.addAll(names);
    }

    /** Declares that callers define the content of this object. */
    void open() {
      isOpen = true;
    }

    /** Returns whether callers define the content of this object, or of an enclosing one. */
    boolean isOpen() {
      return isOpen || parent.map(Level::isOpen).orElse(false);
    }

    /** The reader's spelling of a field that was sent in the other spelling. */
    private Optional<String> otherSpelling(String sent) {
      return fieldNames.stream().filter(name -> Spelling.other(name).equals(sent)).findFirst();
    }
  }

  /** The state of an object; the same one each time that the object is read. */
  Level level(JsonNode object, String path, Optional<Level> parent) {
    Level level = object.isObject() ? byObject.get(object) : null;
    if (level == null) {
      level = new Level(object, path, parent);
      if (object.isObject()) {
        byObject.put(object, level);
        levels.add(level);
      }
    }
    return level;
  }

  boolean isStrict() {
    return isStrict;
  }

  /** Returns whether {@link #check} has accepted the body. */
  boolean isChecked() {
    return isChecked;
  }

  void add(String code, String path, String message) {
    errors.add(new ApiException.FieldError(code, path, message));
  }

  boolean hasErrorAt(String path) {
    return errors.stream().anyMatch(e -> e.field().equals(path));
  }

  /**
   * Ends the reading of the body.
   *
   * @throws ApiException with all problems, unknown fields included
   */
  void check() {
    if (isStrict) {
      addUnknown();
    }
    checkSoFar();
    isChecked = true;
  }

  /**
   * Rejects the request when there was a problem up to here.
   *
   * @throws ApiException with all problems
   */
  void checkSoFar() {
    if (errors.isEmpty()) {
      return;
    }
    StringJoiner all = new StringJoiner(" ");
    errors.stream().limit(3).forEach(e -> all.add(e.message()));
    if (errors.size() > 3) {
      all.add("And " + (errors.size() - 3) + " more.");
    }
    throw new ApiException(ErrorCode.VALIDATION_FAILED, all.toString(), errors);
  }

  /**
   * Marks all members of records as read-only, in the objects that readers have read.
   *
   * @param records the records of the level, as the server returns them
   */
  void echo(Level level, List<JsonNode> records) {
    for (JsonNode record : records) {
      record.fieldNames().forEachRemaining(level.readOnly::add);
    }
    for (Map.Entry<String, JsonNode> member : level.object.properties()) {
      List<JsonNode> inner = new ArrayList<>();
      for (JsonNode record : records) {
        JsonNode child = record.path(member.getKey());
        if (child.isArray()) {
          child.forEach(inner::add);
        } else {
          inner.add(child);
        }
      }
      JsonNode sent = member.getValue();
      for (JsonNode child : sent.isArray() ? sent : List.of(sent)) {
        Level read = byObject.get(child);
        if (read != null) {
          echo(read, inner);
        }
      }
    }
  }

  /** Adds a problem for each unknown field, outer objects first. */
  private void addUnknown() {
    int unknown = 0;
    for (Level level : levels) {
      if (level.isOpen()) {
        continue;
      }
      for (Iterator<String> names = level.object.fieldNames(); names.hasNext(); ) {
        String sent = names.next();
        if (level.isKnown(sent)) {
          continue;
        }
        Optional<String> other = level.otherSpelling(sent);
        if (other.isPresent()) {
          addAmbiguous(level, other.get(), sent);
        } else if (!level.readOnly.contains(sent)) {
          unknown++;
          if (unknown <= MAX_UNKNOWN) {
            errors.add(unknown(level, sent));
          }
        }
      }
    }
    if (unknown > MAX_UNKNOWN) {
      errors.add(
          new ApiException.FieldError(
              "unknown_field",
              "",
              "The body has " + (unknown - MAX_UNKNOWN) + " more unknown fields."));
    }
  }

  /** Adds a problem when a field was sent in both spellings with different values. */
  private void addAmbiguous(Level level, String other, String sent) {
    if (level.object.has(other) && !level.object.path(other).equals(level.object.path(sent))) {
      String first = level.path + other;
      errors.add(
          new ApiException.FieldError("conflict", first, duplicateField(first, level.path + sent)));
    }
  }

  static String duplicateField(String one, String other) {
    return "\""
        + one
        + "\" and \""
        + other
        + "\" name the same field and have different values; send one of them.";
  }

  private static ApiException.FieldError unknown(Level level, String name) {
    String shown = level.path + MessageTexts.shown(name);
    TreeSet<String> knownNames = new TreeSet<>(level.fieldNames);
    String suggestion = Suggestion.of(name, knownNames);
    String expected =
        knownNames.isEmpty()
            ? "; no fields are expected here"
            : "; expected "
                + knownNames.stream().limit(MAX_LISTED).collect(Collectors.joining(", "));
    return new ApiException.FieldError(
        "unknown_field",
        shown,
        "\""
            + shown
            + "\" is not a known field"
            + (suggestion.isEmpty() ? expected + "." : suggestion));
  }
}
