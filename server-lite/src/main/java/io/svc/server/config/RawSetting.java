package io.svc.server.config;

import java.nio.file.Path;
import java.util.List;

/**
 * What somebody said of a setting, before anybody looked whether it can be.
 *
 * @param origin who said so, for people: {@code --port}, {@code SVC_PORT}, {@code svc.yaml line 3}
 * @param subject what a message about it begins with
 * @param texts the value, or the items of a list
 * @param isList whether it came as a list
 * @param directory where relative paths begin
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
