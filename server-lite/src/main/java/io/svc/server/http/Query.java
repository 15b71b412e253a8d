package io.svc.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The query parameters of a request, each accepted in camelCase and in snake_case. */
public final class Query {
  private static final int LONGEST = 1_000;
  private static final int FURTHEST_OFFSET = 10_000;
  private static final int MAX_LISTED = 500;
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private final @Nullable String query;

  /**
   * Parses the parameters of a query.
   *
   * @param query the raw query without the question mark; null when there is none
   */
  Query(@Nullable String query) {
    this.query = query;
  }

  /** A text; empty when it is missing or blank. */
  public Optional<String> text(String name) {
    Optional<String> value = value(name).map(String::strip).filter(text -> !text.isEmpty());
    if (value.isPresent() && value.get().length() > LONGEST) {
      throw invalid(name, value.get(), "expected at most " + LONGEST + " characters");
    }
    if (value.isPresent() && value.get().indexOf('\0') >= 0) {
      // PostgreSQL rejects NUL in query parameters too.
      throw invalid(name, value.get(), "expected a text without NUL");
    }
    return value;
  }

  /** Returns {@code offset}, which has a limit because skipped rows are read as well. */
  public int offset() {
    int offset = number("offset", 0, Integer.MAX_VALUE, 0);
    if (offset > FURTHEST_OFFSET) {
      throw invalid(
          "offset",
          Integer.toString(offset),
          "expected at most " + FURTHEST_OFFSET + "; use a cursor or a filter");
    }
    return offset;
  }

  /** A whole number with a minimum; values above the maximum are reduced to it. */
  public int number(String name, int least, int max, int otherwise) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text.get());
      if (number >= least) {
        return (int) Math.min(number, max);
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number that is too small.
    }
    throw invalid(name, text.get(), "expected a whole number of at least " + least);
  }

  /** A time in ISO 8601, UTC. */
  public Optional<Instant> time(String name) {
    Optional<String> text = text(name);
    // An unescaped plus is decoded as a blank, which no time contains.
    Optional<Instant> time = text.map(sent -> sent.replace(' ', '+')).flatMap(Query::moment);
    if (text.isPresent() && time.isEmpty()) {
      throw invalid(name, text.get(), "expected a time such as 2026-11-20T09:28:30.123Z");
    }
    return time;
  }

  /** A time that a store can represent; empty when the text is not one. */
  static Optional<Instant> moment(String text) {
    try {
      Instant moment = Instant.parse(text);
      return moment.isBefore(FIRST) || moment.isAfter(LAST)
          ? Optional.empty()
          : Optional.of(moment);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Returns a label of an enum, in any case. */
  public <E extends Enum<E>> Optional<E> option(String name, Class<E> type) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<E> constant = label(text.get(), type);
    if (constant.isEmpty()) {
      throw invalid(name, text.get(), "expected " + labels(type));
    }
    return constant;
  }

  /** Returns labels of an enum, separated by commas and in any case, without duplicates. */
  public <E extends Enum<E>> List<String> options(String name, Class<E> type) {
    List<String> labels = new ArrayList<>();
    for (String part : text(name).orElse("").split(",", -1)) {
      String word = part.strip();
      if (!word.isEmpty()) {
        E constant =
            label(word, type).orElseThrow(() -> invalid(name, word, "expected " + labels(type)));
        if (!labels.contains(constant.toString())) {
          labels.add(constant.toString());
        }
      }
    }
    return labels;
  }

  /** Returns an allowed text, in any case. */
  public Optional<String> oneOf(String name, List<String> allowed) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return text;
    }
    for (String candidate : allowed) {
      if (candidate.equalsIgnoreCase(text.get())) {
        return Optional.of(candidate);
      }
    }
    throw invalid(name, text.get(), "expected one of " + String.join(", ", allowed));
  }

  /**
   * Returns whether {@code format} is CSV; JSON is the default.
   *
   * @throws ApiException for any other format
   */
  public boolean isCsv() {
    String format = text("format").orElse("json").toLowerCase(Locale.ROOT);
    if (!format.equals("json") && !format.equals("csv")) {
      throw new ApiException(
          ErrorCode.UNSUPPORTED_FORMAT,
          "The format is \"" + MessageTexts.shown(format) + "\"; expected json or csv.");
    }
    return format.equals("csv");
  }

  /** The part of a short list that {@code limit} and {@code offset} select. */
  public <T> List<T> slice(List<T> all) {
    int limit = number("limit", 1, MAX_LISTED, MAX_LISTED);
    int from = Math.min(offset(), all.size());
    return all.subList(from, Math.min(all.size(), from + limit));
  }

  /** Returns the error for an invalid parameter. */
  public static ApiException invalid(String name, String value, String expected) {
    return new ApiException(
        ErrorCode.INVALID_PARAMETER,
        "The parameter \""
            + name
            + "\" is \""
            + MessageTexts.shown(value)
            + "\"; "
            + expected
            + ".");
  }

  static <E extends Enum<E>> Optional<E> label(String text, Class<E> type) {
    for (E constant : type.getEnumConstants()) {
      if (constant.toString().equalsIgnoreCase(text)) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }

  static <E extends Enum<E>> String labels(Class<E> type) {
    StringJoiner labels = new StringJoiner(", ", "one of ", "");
    for (E constant : type.getEnumConstants()) {
      labels.add(constant.toString());
    }
    return labels.toString();
  }

  private Optional<String> value(String name) {
    Map<String, String> values = values(query);
    String value = values.get(name);
    if (value == null) {
      value = values.get(Spelling.snake(name));
    }
    if (value == null) {
      value = values.get(Spelling.camel(name));
    }
    return Optional.ofNullable(value);
  }

  /**
   * The first value of each parameter, decoded as UTF-8. Javalin would decode them with the charset
   * of the body, which the caller chooses, and fail on an unknown charset.
   */
  static Map<String, String> values(@Nullable String query) {
    Map<String, String> values = new HashMap<>();
    if (query != null) {
      for (String pair : query.split("&", -1)) {
        String[] sides = pair.split("=", 2);
        values.putIfAbsent(decoded(sides[0]), sides.length < 2 ? "" : decoded(sides[1]));
      }
    }
    return values;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ApiException(
          ErrorCode.BAD_REQUEST,
          "\"" + MessageTexts.shown(text) + "\" in the query is not percent-encoded.");
    }
  }
}
