package io.svc.server.storemigration;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the text format of PostgreSQL's COPY (its manual, "COPY", file formats): one line for
 * each row, values separated by tabs.
 */
final class CopyLine {
  private static final HexFormat HEX = HexFormat.of();

  private final StringBuilder line = new StringBuilder();
  private boolean isFirst = true;

  /** Adds the next value of a row; returns whether PostgreSQL can store it. */
  boolean value(@Nullable Object value) {
    if (!isFirst) {
      line.append('\t');
    }
    isFirst = false;
    if (value == null) {
      line.append("\\N");
    } else if (value instanceof String text) {
      return text(text);
    } else if (value instanceof byte[] bytes) {
      line.append("\\\\x");
      HEX.formatHex(line, bytes);
    } else if (value instanceof Boolean flag) {
      line.append(flag ? 't' : 'f');
    } else {
      line.append(value);
    }
    return true;
  }

  private boolean text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      switch (sign) {
        case '\0' -> {
          return false;
        }
        case '\\' -> line.append("\\\\");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> line.append(sign);
      }
    }
    return true;
  }

  /** Completes the row and returns it. */
  String end() {
    String row = line.append('\n').toString();
    line.setLength(0);
    isFirst = true;
    return row;
  }
}
