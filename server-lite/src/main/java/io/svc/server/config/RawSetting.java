package io.svc.server.config;

import java.nio.file.Path;
import java.util.List;

/**
 * The unparsed value of a setting.
 *
 * @param origin for messages: {@code --port}, {@code SVC_PORT}, {@code svc.yaml line 3}
 * @param subject the start of messages about it
 * @param texts the value, or the items of a list
 * @param isList whether it was given as a list
 * @param directory the base of relative paths
 */
record RawSetting(
    String origin, String subject, List<String> texts, boolean isList, Path directory) {
  RawSetting {
    texts = List.copyOf(texts);
  }

  static RawSetting text(String origin, String text, Path directory) {
    return new RawSetting(origin, origin, List.of(text), false, directory);
  }
}
