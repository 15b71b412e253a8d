package io.svc.report;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.ModifiedAsset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Formats assets and their values as text, without escaping for an output format. */
final class AssetText {
  private AssetText() {}

  /** Returns the command line of a server, or its URL; empty if it has neither. */
  static String launch(BaselineAsset asset) {
    if (asset.command().isEmpty()) {
      return asset.extensions().get("url") instanceof String url ? url : "";
    }
    StringBuilder launch = new StringBuilder(asset.command());
    for (String argument : asset.args()) {
      launch.append(' ').append(argument);
    }
    return launch.toString();
  }

  /**
   * Returns the changed fields. The hash changes with any field, so it is omitted if other fields
   * changed.
   */
  static List<String> fieldsToShow(ModifiedAsset asset) {
    List<String> fields = new ArrayList<>(asset.changedFields());
    if (fields.size() > 1) {
      fields.remove("config_hash");
    }
    return fields;
  }

  /**
   * Returns a change of one field, such as {@code ["a"] -> ["b"]}, with each side in the given
   * form.
   */
  static String change(
      String field, Map<String, Object> before, Map<String, Object> after, TextEscaper form) {
    if (!before.containsKey(field) && !after.containsKey(field)) {
      return "changed, values not shown";
    }
    return side(field, before, form) + " -> " + side(field, after, form);
  }

  private static String side(String field, Map<String, Object> values, TextEscaper form) {
    if (!values.containsKey(field)) {
      return "(none)";
    }
    String text = of(values.get(field));
    return text.isEmpty() ? "(empty)" : form.of(text);
  }

  /** Returns a value as text: strings unquoted, lists and maps in brackets. */
  static String of(Object value) {
    if (value instanceof String string) {
      return string;
    }
    StringBuilder text = new StringBuilder();
    appendValue(text, value);
    return text.toString();
  }

  private static void appendValue(StringBuilder text, Object value) {
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        text.append(separator).append(entry.getKey()).append(": ");
        appendValue(text, entry.getValue());
        separator = ", ";
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        text.append(separator);
        appendValue(text, element);
        separator = ", ";
      }
      text.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String) {
      text.append('"').append(value).append('"');
    } else {
      text.append(value);
    }
  }

  /** Escapes a text from a file for an output format. */
  interface TextEscaper {
    String of(String text);
  }
}
