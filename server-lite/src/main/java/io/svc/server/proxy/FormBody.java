package io.svc.server.proxy;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A form as browsers submit it (WHATWG URL, "application/x-www-form-urlencoded"). Every value is a
 * text; a repeated name has a list of texts.
 */
final class FormBody {
  private static final int MAX_FIELDS = 10_000;

  private FormBody() {}

  /** Returns the fields; empty for a body that is not a form. */
  static Optional<Map<String, Object>> read(byte[] bytes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    String text = new String(bytes, StandardCharsets.UTF_8);
    String[] pairs = text.split("&", -1);
    if (pairs.length > MAX_FIELDS) {
      return Optional.empty();
    }
    try {
      for (String pair : pairs) {
        if (pair.isEmpty()) {
          continue;
        }
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        Object value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        fields.merge(name, value, FormBody::both);
      }
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(fields);
  }

  private static Object both(Object existing, Object more) {
    List<Object> all = new ArrayList<>();
    if (existing instanceof List<?> several) {
      all.addAll(several);
    } else {
      all.add(existing);
    }
    all.add(more);
    return all;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  static byte[] write(Map<String, Object> fields) {
    StringJoiner text = new StringJoiner("&");
    fields.forEach(
        (name, value) -> {
          List<?> values = value instanceof List<?> several ? several : List.of(value);
          values.forEach(item -> text.add(encoded(name) + "=" + encoded(String.valueOf(item))));
        });
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
