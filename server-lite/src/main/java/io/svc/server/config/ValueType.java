package io.svc.server.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses the text of a setting, and describes valid values.
 *
 * @param <T> the value
 */
abstract class ValueType<T> {
  /** Parses a text; relative paths are resolved against the directory. */
  interface Parser<V> {
    Optional<V> parse(String text, Path directory);
  }

  /** A value, or the invalid text. */
  record Outcome<V>(Optional<V> value, String unexpected) {}

  private final String expected;

  private ValueType(String expected) {
    this.expected = expected;
  }

  final String expected() {
    return expected;
  }

  abstract boolean isList();

  /** Parses texts; a type that is not a list accepts one. */
  abstract Outcome<T> parse(List<String> texts, Path directory);

  /** Splits a list that was given as one text. */
  abstract List<String> split(String text);

  static <V> ValueType<V> of(String expected, Parser<V> parser) {
    return new ValueType<>(expected) {
      @Override
      boolean isList() {
        return false;
      }

      @Override
      Outcome<V> parse(List<String> texts, Path directory) {
        return new Outcome<>(parser.parse(texts.get(0), directory), texts.get(0));
      }

      @Override
      List<String> split(String text) {
        return List.of(text);
      }
    };
  }

  static <V> ValueType<List<V>> list(String expected, String separator, Parser<V> parser) {
    Pattern between = Pattern.compile(separator);
    return new ValueType<>(expected) {
      @Override
      boolean isList() {
        return true;
      }

      @Override
      Outcome<List<V>> parse(List<String> texts, Path directory) {
        List<V> values = new ArrayList<>();
        for (String text : texts) {
          Optional<V> value = parser.parse(text, directory);
          if (value.isEmpty()) {
            return new Outcome<>(Optional.empty(), text);
          }
          values.add(value.get());
        }
        return new Outcome<>(Optional.of(values), "");
      }

      @Override
      List<String> split(String text) {
        return Arrays.stream(between.split(text))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .toList();
      }
    };
  }
}
