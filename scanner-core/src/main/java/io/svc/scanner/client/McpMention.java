package io.svc.scanner.client;

import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Checks whether a file mentions MCP, for files with names that other programs use too: {@code
 * compose.yaml}, {@code server.json}, {@code manifest.json}.
 */
public final class McpMention {
  /** Longer files are searched up to here; the formats are a few kilobytes long. */
  private static final int LONGEST = 1 << 20;

  private static final List<String> NAMES =
      List.of("mcp", "modelcontextprotocol", "model context protocol", "supergateway");

  private McpMention() {}

  /** Returns true if a file mentions MCP, or cannot be read, which the scan of it reports. */
  static boolean isIn(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = RegularFile.open(file)) {
      return isIn(in.readNBytes(LONGEST));
    } catch (IOException e) {
      return true;
    }
  }

  /** Returns true if the content of a file mentions MCP, in UTF-8 or UTF-16. */
  public static boolean isIn(byte[] content) {
    int length = Math.min(content.length, LONGEST);
    String text =
        new String(content, 0, length, StandardCharsets.ISO_8859_1)
            .replace("\0", "")
            .toLowerCase(Locale.ROOT);
    for (String name : NAMES) {
      if (text.contains(name)) {
        return true;
      }
    }
    return false;
  }
}
