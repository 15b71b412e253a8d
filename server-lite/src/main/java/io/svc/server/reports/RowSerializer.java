package io.svc.server.reports;

import io.svc.server.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Serializes rows for storage: each is an object in canonical form (RFC 8785) and a line feed. They
 * are hashed in order by SHA-256, and compressed in chunks. Used for one report.
 */
final class RowSerializer {
  /** A chunk is compressed when it has this number of rows or bytes. */
  private static final int ROWS = 1_000;

  private static final int BYTES = 1 << 20;

  private final List<String> columns;
  private final ReportDigest digest;
  private final Consumer<byte[]> chunks;
  private final MessageDigest hash = sha256();
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private int waiting;
  private long rows;

  /**
   * Creates a serializer.
   *
   * @param chunks receives each complete chunk
   */
  RowSerializer(List<String> columns, ReportDigest digest, Consumer<byte[]> chunks) {
    this.columns = List.copyOf(columns);
    this.digest = digest;
    this.chunks = chunks;
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Formats a digest. */
  static String formatDigest(MessageDigest hash) {
    return "sha256:" + HexFormat.of().formatHex(hash.digest());
  }

  void add(ReportRow row) {
    if (row.size() != columns.size()) {
      throw new IllegalStateException(
          "a row has " + row.size() + " values for " + columns.size() + " columns");
    }
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      object.put(columns.get(i), row.value(i));
    }
    byte[] line = (Json.canonical(object) + "\n").getBytes(StandardCharsets.UTF_8);
    hash.update(line);
    lines.writeBytes(line);
    digest.add(row);
    rows++;
    waiting++;
    if (waiting == ROWS || lines.size() >= BYTES) {
      pack();
    }
  }

  private void pack() {
    chunks.accept(packed(lines.toByteArray()));
    lines.reset();
    waiting = 0;
  }

  /** Compresses the remaining rows, and returns the totals. */
  RowTotals end() {
    if (waiting > 0) {
      pack();
    }
    return new RowTotals(rows, formatDigest(hash), digest.summary(), digest.sections());
  }

  /** The totals of all rows. */
  record RowTotals(
      long rows,
      String contentHash,
      ReportDigest.Summary summary,
      List<ReportDigest.Section> sections) {}

  private static byte[] packed(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  /** Returns the lines of a chunk. */
  static List<String> lines(byte[] packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
