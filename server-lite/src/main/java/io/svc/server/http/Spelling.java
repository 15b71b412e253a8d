package io.svc.server.http;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The two spellings of a name: camelCase and snake_case. Safe for many threads. */
final class Spelling {
  /** A cache of the other spellings; most names are constants of readers. */
  private static final Map<String, String> OTHERS = new ConcurrentHashMap<>();

  private static final int MAX_OTHERS = 2_000;

  private Spelling() {}

  /** Returns the name in the other spelling; the name itself when it is a single word. */
  static String other(String name) {
    boolean isSnake = false;
    boolean isCamel = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      isSnake |= c == '_';
      isCamel |= Character.isUpperCase(c);
    }
    if (!isSnake && !isCamel) {
      return name;
    }
    String other = OTHERS.get(name);
    if (other == null) {
      other = isSnake ? camel(name) : snake(name);
      if (OTHERS.size() < MAX_OTHERS) {
        OTHERS.put(name, other);
      }
    }
    return other;
  }

  static String snake(String name) {
    StringBuilder snake = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        snake.append('_');
      }
      snake.append(Character.toLowerCase(c));
    }
    return snake.toString();
  }

  static String camel(String name) {
    StringBuilder camel = new StringBuilder();
    for (String word : name.split("_", -1)) {
      camel.append(
          camel.length() == 0 || word.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return camel.toString();
  }
}
