package io.svc.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.ModifiedAsset;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * The only JSON reader and writer. Names are record component names (camelCase); records of the
 * scanner, and annotated ones, use snake_case. Enums are their labels, times are UTC with
 * milliseconds, an empty {@code Optional} is null.
 */
public final class Json {
  /** The maximum nesting depth. */
  public static final int DEPTH = 64;

  private static final DateTimeFormatter UNUSUAL_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final int LAST_USUAL_YEAR = 9_999;

  private static final ObjectMapper MAPPER = mapper();

  private static final StrictReader READER = new StrictReader(MAPPER);

  private static final DefaultPrettyPrinter INDENTED = indentation();

  private Json() {}

  /** Line feeds on every system, so that the output is identical. */
  private static DefaultPrettyPrinter indentation() {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
    printer.indentObjectsWith(lines);
    printer.indentArraysWith(lines);
    return printer;
  }

  /** The mixin for the scanner's records, which have no databind annotations. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  private interface SnakeCased {}

  private static ObjectMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxNumberLength(100)
                    .maxNameLength(10_000)
                    .build())
            .build();
    SimpleModule module = new SimpleModule();
    module.addSerializer(Instant.class, new TimeSerializer());
    module.addSerializer(optionalType(), new OptionalSerializer());
    return JsonMapper.builder(factory)
        .addModule(module)
        // Only the components of a record are serialized, not other methods.
        .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
        .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .nodeFactory(new LongNodeFactory())
        .addMixIn(Finding.class, SnakeCased.class)
        .addMixIn(McpScanReport.class, SnakeCased.class)
        .addMixIn(Baseline.class, SnakeCased.class)
        .addMixIn(Baseline.ConfigFile.class, SnakeCased.class)
        .addMixIn(BaselineAsset.class, SnakeCased.class)
        .addMixIn(BaselineDiff.class, SnakeCased.class)
        .addMixIn(ModifiedAsset.class, SnakeCased.class)
        .build();
  }

  /** Whole numbers are longs if they fit, so that equal numbers are equal nodes. */
  static class LongNodeFactory extends JsonNodeFactory {
    private static final long serialVersionUID = 1L;

    @Override
    public NumericNode numberNode(int value) {
      return numberNode((long) value);
    }
  }

  @SuppressWarnings("unchecked")
  private static Class<Optional<?>> optionalType() {
    return (Class<Optional<?>>) (Class<?>) Optional.class;
  }

  /** Formats a time as in the API, such as {@code 2026-11-20T09:28:30.123Z}. */
  public static String time(Instant time) {
    LocalDateTime at =
        LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
    if (at.getYear() < 0 || at.getYear() > LAST_USUAL_YEAR) {
      return UNUSUAL_TIME.format(time);
    }
    // Several times in each decision; a formatter takes ten times as long.
    char[] text = "0000-00-00T00:00:00.000Z".toCharArray();
    writeNumber(text, 4, at.getYear());
    writeNumber(text, 7, at.getMonthValue());
    writeNumber(text, 10, at.getDayOfMonth());
    writeNumber(text, 13, at.getHour());
    writeNumber(text, 16, at.getMinute());
    writeNumber(text, 19, at.getSecond());
    writeNumber(text, 23, at.getNano() / 1_000_000);
    return new String(text);
  }

  private static void writeNumber(char[] text, int end, int number) {
    int rest = number;
    for (int i = end - 1; rest > 0; i--) {
      text[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** Returns a value in UTF-8. */
  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a value as text. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a value as indented text with a trailing line feed. */
  public static String indented(Object value) {
    try {
      return MAPPER.writer(INDENTED).writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns a value in canonical form for signatures and hashes (RFC 8785). Numbers are IEEE 754
   * doubles, so whole numbers beyond 2^53 must be texts. An unpaired surrogate, for which the
   * standard defines no form, is escaped, so that no two values have the same form.
   */
  public static String canonical(Object value) {
    try {
      return escapeUnpairedSurrogates(new JsonCanonicalizer(text(value)).getEncodedString());
    } catch (IOException e) {
      throw new IllegalStateException("no JSON object or array", e);
    }
  }

  /** In UTF-8 each unpaired surrogate would be a question mark. */
  private static String escapeUnpairedSurrogates(String json) {
    if (json.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 6);
    json.codePoints()
        .forEach(
            c -> {
              if (Character.getType(c) == Character.SURROGATE) {
                escaped.append("\\u").append(Integer.toHexString(c));
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  /** Converts a value to a tree. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Parses text that this service wrote. */
  public static JsonNode readStored(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("stored JSON cannot be read", e);
    }
  }

  /** Parses text that this service wrote, as a value. */
  public static <T> T readStored(String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("stored JSON cannot be read", e);
    }
  }

  /** Returns a parser of text that this service wrote. */
  public static Function<String, Object> parser(Type type) {
    ObjectReader reader = MAPPER.readerFor(MAPPER.constructType(type));
    return text -> {
      try {
        return reader.readValue(text);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("stored JSON cannot be read", e);
      }
    };
  }

  /**
   * Parses untrusted input: strict RFC 8259, UTF-8, no duplicate names in an object, limited depth,
   * no content after the value.
   */
  public static JsonNode read(byte[] bytes) throws BadJsonException {
    return READER.read(bytes);
  }

  /**
   * Parses untrusted input incrementally, as strictly as {@link #read}: for documents that are too
   * long for memory. Invalid input causes a {@link JsonProcessingException}, whose message is not
   * for users, or a {@link java.nio.charset.CharacterCodingException}.
   */
  public static JsonParser parser(InputStream in) throws IOException {
    return READER.parser(in);
  }

  private static final class TimeSerializer extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(time(value));
    }
  }

  private static final class OptionalSerializer extends JsonSerializer<Optional<?>> {
    @Override
    public boolean isEmpty(SerializerProvider provider, Optional<?> value) {
      return value.isEmpty();
    }

    @Override
    public void serialize(Optional<?> value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (value.isPresent() && value.get() instanceof String text) {
        json.writeString(text);
      } else if (value.isPresent()) {
        provider.defaultSerializeValue(value.get(), json);
      } else {
        json.writeNull();
      }
    }
  }
}
