package io.svc.server.backup;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.OperatorErrorException;
import io.svc.server.audit.AuditHead;
import io.svc.server.backup.BackupManifest.FileEntry;
import io.svc.server.backup.BackupManifest.KeySealing;
import io.svc.server.db.OrgId;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the manifest of an untrusted backup. Unknown fields are ignored. */
final class ManifestReader {
  private ManifestReader() {}

  static BackupManifest read(byte[] bytes) {
    JsonNode root;
    try {
      root = Json.read(bytes);
    } catch (BadJsonException e) {
      throw new OperatorErrorException("manifest.json of the backup cannot be read as JSON", e);
    }
    String format = root.path("format").asText();
    if (!format.equals(BackupManifest.FORMAT)) {
      String newer = format.startsWith("svc-backup/") ? "; it may be from a newer svc-server" : "";
      throw new OperatorErrorException(
          "the backup's format is "
              + SafeText.quoted(format)
              + "; expected "
              + SafeText.quoted(BackupManifest.FORMAT)
              + newer);
    }
    List<FileEntry> files = new ArrayList<>();
    for (JsonNode file : root.path("files")) {
      files.add(new FileEntry(text(file, "name"), number(file, "size"), text(file, "sha256")));
    }
    Map<String, Long> rows = new TreeMap<>();
    for (Map.Entry<String, JsonNode> table : root.path("rows").properties()) {
      rows.put(table.getKey(), number(root.path("rows"), table.getKey()));
    }
    List<AuditHead> heads = new ArrayList<>();
    for (JsonNode head : root.path("audit_heads")) {
      heads.add(
          new AuditHead(new OrgId(text(head, "org")), number(head, "seq"), text(head, "hash")));
    }
    return new BackupManifest(
        format,
        time(root, "created_at"),
        text(root, "app_version"),
        text(root, "schema_version"),
        text(root, "master_key_id"),
        files,
        rows,
        heads,
        root.hasNonNull("sealing") ? Optional.of(sealing(root.path("sealing"))) : Optional.empty());
  }

  private static KeySealing sealing(JsonNode node) {
    return new KeySealing(
        text(node, "kdf"),
        small(node, "memory_kib"),
        small(node, "iterations"),
        small(node, "parallelism"),
        text(node, "salt"),
        text(node, "cipher"),
        text(node, "nonce"));
  }

  private static String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isTextual()) {
      throw missing(name, "a text");
    }
    return value.textValue();
  }

  private static long number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
      throw missing(name, "a number, 0 or greater");
    }
    return value.longValue();
  }

  private static int small(JsonNode node, String name) {
    return (int) Math.min(number(node, name), Integer.MAX_VALUE);
  }

  private static Instant time(JsonNode node, String name) {
    try {
      return Instant.parse(text(node, name));
    } catch (DateTimeParseException e) {
      throw missing(name, "a time such as 2026-11-20T09:28:30.123Z");
    }
  }

  private static OperatorErrorException missing(String name, String expected) {
    return new OperatorErrorException(
        "manifest.json of the backup has no valid "
            + SafeText.quoted(name)
            + "; expected "
            + expected);
  }
}
