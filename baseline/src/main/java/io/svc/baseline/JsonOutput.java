package io.svc.baseline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import io.svc.scanner.component.Component;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON output format: streamed, indented by two spaces, with line feeds only. */
public final class JsonOutput {
  private static final JsonFactory JSON = new JsonFactory();

  /** The last printable ASCII character; higher characters are escaped. */
  public static final int HIGHEST_PLAIN = 0x7E;

  private JsonOutput() {}

  /** Creates a generator. Closing it does not close the writer. */
  public static JsonGenerator generator(Writer out) throws IOException {
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setPrettyPrinter(prettyPrinter());
    // Names are untrusted: unescaped control characters above ASCII would reach the user's
    // terminal.
    json.setHighestNonEscapedChar(HIGHEST_PLAIN);
    return json;
  }

  /** Returns the layout, for other writers of the same records. */
  public static DefaultPrettyPrinter prettyPrinter() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""))
        .withArrayIndenter(indenter)
        .withObjectIndenter(indenter);
  }

  /** Formats a time in ISO 8601, UTC, always with milliseconds. */
  public static String time(Instant instant) {
    // Not with a formatter: at a cold start, its creation costs more than all times of a report.
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(24);
    append(text, time.getYear(), 4).append('-');
    append(text, time.getMonthValue(), 2).append('-');
    append(text, time.getDayOfMonth(), 2).append('T');
    append(text, time.getHour(), 2).append(':');
    append(text, time.getMinute(), 2).append(':');
    append(text, time.getSecond(), 2).append('.');
    return append(text, time.getNano() / 1_000_000, 3).append('Z').toString();
  }

  private static StringBuilder append(StringBuilder text, int number, int digits) {
    String plain = Integer.toString(number);
    for (int i = plain.length(); i < digits; i++) {
      text.append('0');
    }
    return text.append(plain);
  }

  /** Writes an asset. */
  public static void writeAsset(JsonGenerator json, BaselineAsset asset) throws IOException {
    writeValue(json, toMap(asset));
  }

  /** Returns the wire fields of an asset, in their order. */
  public static Map<String, Object> toMap(BaselineAsset asset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("asset_id", asset.assetId());
    fields.put("kind", asset.kind());
    fields.put("server_name", asset.serverName());
    fields.put("name", asset.name());
    fields.put("command", asset.command());
    fields.put("args", asset.args());
    fields.put("env_keys", asset.envKeys());
    fields.put("auth_mode", asset.authMode());
    fields.put("tool_count", asset.toolCount());
    fields.put("resource_count", asset.resourceCount());
    fields.put("description", asset.description());
    fields.put("config_hash", asset.configHash());
    fields.put("extensions", asset.extensions());
    return fields;
  }

  /** Returns the wire fields of a component, in their order. */
  public static Map<String, Object> toMap(Component component) {
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", component.location().pointer());
    location.put("line", component.location().line());
    location.put("column", component.location().column());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", component.kind().toString());
    fields.put("server", component.server());
    fields.put("ecosystem", component.ecosystem());
    fields.put("name", component.name());
    fields.put("version", component.version());
    fields.put("requested", component.requested());
    fields.put("digest", component.digest());
    fields.put("purl", component.purl());
    fields.put("location", location);
    return fields;
  }

  /** Writes a field whose value is a string, number, boolean, or a list or map of these. */
  public static void writeField(JsonGenerator json, String name, Object value) throws IOException {
    json.writeFieldName(name);
    writeValue(json, value);
  }

  private static void writeValue(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        writeField(json, String.valueOf(entry.getKey()), entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        writeValue(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof String text) {
      json.writeString(text);
    } else {
      throw new IllegalArgumentException("No JSON form for a " + value.getClass());
    }
  }
}
