package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.http.Call;
import io.svc.server.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups that are not as they were written: each is refused in words, and nothing is touched. */
@Tag("thorough")
class DamagedBackupTest {
  @TempDir private static Path origin;
  private static byte[] sound;

  @TempDir private Path home;
  private Operator operator;
  private byte[] store;

  @BeforeAll
  static void back_up() throws IOException {
    try (TestServer server = TestServer.start(origin)) {
      server.admin();
    }
    Ran ran = new Operator(origin).run("backup", "sound.zip");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    sound = Files.readAllBytes(origin.resolve("sound.zip"));
  }

  @BeforeEach
  void set_up_a_server_to_restore_over() throws IOException {
    operator = new Operator(home);
    Files.createDirectories(home.resolve("data"));
    for (String name : new String[] {"app.db", "master.key"}) {
      Files.copy(origin.resolve("data").resolve(name), home.resolve("data").resolve(name));
    }
    store = Files.readAllBytes(home.resolve("data/app.db"));
  }

  private Map<String, byte[]> unpacked() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(origin.resolve("sound.zip").toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    return entries;
  }

  private static byte[] packed(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] manifest(byte[] old, Consumer<ObjectNode> change) {
    ObjectNode manifest = (ObjectNode) Json.readStored(new String(old, StandardCharsets.UTF_8));
    change.accept(manifest);
    return Json.bytes(manifest);
  }

  /** Neither verb takes it; both say why, and all files are as they were. */
  private void assertRejected(byte[] backup, int verifyExit, String... words) throws IOException {
    Files.write(home.resolve("bad.zip"), backup);

    Ran verified = operator.run("verify-backup", "bad.zip");
    Ran restored = operator.run("restore", "bad.zip", "--yes");

    assertThat(verified.exitCode()).as(verified.err()).isEqualTo(verifyExit);
    assertThat(verified.err()).contains(words).doesNotContain("internal error");
    assertThat(restored.exitCode()).isEqualTo(2);
    assertThat(restored.err()).contains(words).doesNotContain("internal error");
    assertThat(Files.readAllBytes(home.resolve("data/app.db"))).isEqualTo(store);
    assertThat(home.toFile().list()).containsExactlyInAnyOrder("bad.zip", "data");
    assertThat(home.resolve("data").toFile().list((dir, name) -> !name.endsWith(".lock")))
        .containsExactlyInAnyOrder("app.db", "master.key");
  }

  @Test
  void the_sound_one_is_taken() throws IOException {
    Files.write(home.resolve("good.zip"), packed(unpacked()));

    assertThat(operator.run("verify-backup", "good.zip").exitCode()).isZero();
    assertThat(operator.run("restore", "good.zip", "--yes").exitCode()).isZero();
  }

  @Test
  void a_flipped_byte_of_the_packed_store_shows() throws IOException {
    byte[] flipped = sound.clone();
    flipped[flipped.length / 2] ^= 0x20;

    assertRejected(flipped, 1, "app.db");
  }

  @Test
  void a_flipped_byte_of_the_store_shows_by_its_hash() throws IOException {
    Map<String, byte[]> entries = unpacked();
    entries.get("app.db")[5_000] ^= 1;

    assertRejected(packed(entries), 1, "app.db was changed");
  }

  @Test
  void a_truncated_file_cannot_be_read() throws IOException {
    assertRejected(Arrays.copyOf(sound, sound.length * 2 / 3), 2, "is not a readable zip file");
  }

  @Test
  void without_a_manifest_it_is_no_backup() throws IOException {
    Map<String, byte[]> entries = unpacked();
    entries.remove("manifest.json");

    assertRejected(packed(entries), 2, "contains no manifest.json");
  }

  @Test
  void a_manifest_that_is_no_json_or_lacks_something_cannot_be_read() throws IOException {
    Map<String, byte[]> entries = unpacked();
    byte[] old = entries.put("manifest.json", "{\"format\":".getBytes(StandardCharsets.UTF_8));
    assertRejected(packed(entries), 2, "cannot be read as JSON");

    entries.put("manifest.json", manifest(old, m -> m.remove("created_at")));
    assertRejected(packed(entries), 2, "no valid \"created_at\"");

    entries.put("manifest.json", manifest(old, m -> m.put("format", "svc-backup/9")));
    assertRejected(packed(entries), 2, "\"svc-backup/9\"", "newer svc-server");
  }

  @Test
  void another_hash_in_the_manifest_shows() throws IOException {
    Map<String, byte[]> entries = unpacked();
    entries.computeIfPresent(
        "manifest.json",
        (name, old) ->
            manifest(old, m -> ((ObjectNode) m.at("/files/0")).put("sha256", "0".repeat(64))));

    assertRejected(packed(entries), 1, "app.db was changed");
  }

  @Test
  void other_row_counts_and_audit_heads_show() throws IOException {
    Map<String, byte[]> entries = unpacked();
    byte[] old = entries.get("manifest.json");
    entries.put("manifest.json", manifest(old, m -> ((ObjectNode) m.get("rows")).put("org", 7)));
    assertRejected(packed(entries), 1, "table \"org\" has 1 rows");

    entries.put("manifest.json", manifest(old, m -> ((ArrayNode) m.get("audit_heads")).remove(0)));
    assertRejected(packed(entries), 1, "audit chains do not end as");
  }

  @Test
  void names_that_lead_elsewhere_are_never_followed() throws IOException {
    for (String name : new String[] {"../escaped", "/tmp/escaped", "data/app.db", "a\\b"}) {
      Map<String, byte[]> entries = unpacked();
      entries.put(name, new byte[] {1});

      assertRejected(packed(entries), 1, "which does not belong in a backup");
    }
    assertThat(home.resolve("../escaped")).doesNotExist();
  }

  @Test
  void files_outside_the_manifest_are_not_unpacked() throws IOException {
    Map<String, byte[]> entries = unpacked();
    entries.put("app.db", new byte[64 << 20]);

    assertRejected(packed(entries), 1, "app.db has more than");
  }

  @Test
  void a_manifest_larger_than_the_disk_is_rejected() throws IOException {
    Map<String, byte[]> entries = unpacked();
    entries.computeIfPresent(
        "manifest.json",
        (name, old) -> manifest(old, m -> ((ObjectNode) m.at("/files/0")).put("size", 1L << 60)));

    assertRejected(packed(entries), 2, "not enough disk space");
  }

  @Test
  void thousands_of_entries_are_not_checked() throws IOException {
    Map<String, byte[]> entries = unpacked();
    for (int i = 0; i < 5_000; i++) {
      entries.put("e" + i, new byte[0]);
    }

    assertRejected(packed(entries), 1, "a backup contains 3 at most");
  }

  /** The sound one with another store, of which its manifest tells the truth. */
  private byte[] withStore(String... statements) throws Exception {
    Map<String, byte[]> entries = unpacked();
    Path file = home.resolve("work.db");
    Files.write(file, entries.get("app.db"));
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = DELETE");
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    byte[] changed = Files.readAllBytes(file);
    for (String name : new String[] {"work.db", "work.db-wal", "work.db-shm"}) {
      Files.deleteIfExists(home.resolve(name));
    }
    entries.put("app.db", changed);
    entries.computeIfPresent(
        "manifest.json",
        (name, old) ->
            manifest(
                old,
                m ->
                    ((ObjectNode) m.at("/files/0"))
                        .put("size", changed.length)
                        .put("sha256", Call.sha256(changed))));
    return packed(entries);
  }

  @Test
  void a_store_of_a_newer_version_is_rejected() throws Exception {
    byte[] newer =
        withStore(
            "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
                + " checksum, installed_by, installed_on, execution_time, success)"
                + " VALUES (9999, '9999', 'later', 'SQL', 'V9999__later.sql', 1, 'x', '2031-01-01"
                + " 00:00:00.000', 1, 1)");

    assertRejected(newer, 1, "schema version 9999", "newer svc-server");
  }

  @Test
  void a_store_without_tables_or_with_a_garbled_history_is_rejected() throws Exception {
    assertRejected(
        withStore("UPDATE flyway_schema_history SET installed_on = 'never'"),
        1,
        "schema cannot be read");
    assertRejected(withStore("DROP TABLE audit_head"), 1, "app.db is not a store");
  }

  @Test
  void an_audit_entry_that_was_changed_shows_even_where_all_hashes_of_files_fit() throws Exception {
    byte[] changed =
        withStore(
            "DROP TRIGGER audit_entry_no_update",
            "UPDATE audit_entry SET entry = replace(entry, 'success', 'failure') WHERE seq = 1");

    assertRejected(changed, 1, "the audit chain of org_", "entry 1 was changed");
  }

  @Test
  void what_is_no_file_and_no_zip_cannot_be_read() throws IOException {
    Files.writeString(home.resolve("text.zip"), "nothing of the kind");

    assertThat(operator.run("verify-backup", "text.zip").exitCode()).isEqualTo(2);
    assertThat(operator.run("verify-backup", "gone.zip").err()).contains("is not a file");
    assertThat(operator.run("restore").err()).contains("FILE requires a value");
  }
}
