package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleReaderTest {
  private static final String PATH = "weather.mcpb";

  private static McpConfig read(TestBundle bundle) {
    return TestConfigs.read(PATH, bundle.bytes());
  }

  private static String rejection(byte[] bytes) {
    return TestConfigs.rejectionReason(PATH, bytes);
  }

  private static String nameIn(McpServer entry) {
    return ((ConfigText) entry.entry().members().get(0).value()).text();
  }

  @Test
  void the_server_of_a_bundle_has_locations_in_the_manifest() {
    McpConfig config = read(TestBundle.withManifest());

    assertThat(config.source()).isEqualTo("mcp-bundle");
    assertThat(ReadServer.only(config))
        .isEqualTo(ReadServer.local("weather", "node", "${__dirname}/server/index.js"));
    assertThat(config.servers().get(0).launch().arguments().get(0).origin().location())
        .isEqualTo(new Location("/manifest.json/server/mcp_config/args/0", 3, 56));
  }

  @ParameterizedTest
  @ValueSource(strings = {"old.dxt", "UPPER.MCPB", "bundle.zip", "bundle"})
  void a_bundle_is_recognized_by_its_ending_or_its_content(String path) {
    McpConfig config = TestConfigs.read(path, TestBundle.withManifest().bytes());

    assertThat(config.servers()).extracting(McpServer::name).containsExactly("weather");
    assertThat(config.source()).isEqualTo("mcp-bundle");
  }

  @Test
  void settings_next_to_the_manifest_are_part_of_the_result() {
    McpConfig config =
        read(
            TestBundle.withManifest()
                .add(".env", "# keys\nexport A_KEY='abc'\nB=1\n\nnot a variable\n")
                .add("config.json", "{\"token\": \"x\"}")
                .add("broken.json", "{")
                .add("package-lock.json", "{}")
                .add("server/config.json", "{\"token\": \"y\"}")
                .add("inner.zip", TestBundle.withManifest().bytes())
                .add("server/", ""));

    assertThat(ConfigSource.valuesOf(config.root()))
        .containsEntry("/.env/A_KEY", "a text: abc")
        .containsEntry("/.env/B", "a text: 1")
        .containsEntry("/config.json/token", "a text: x")
        .doesNotContainKey("/server~1config.json/token");
    assertThat(config.notes())
        .containsExactly(
            ".env in the bundle: 1 line is not in the notation of the file and searched only for"
                + " secrets",
            "lines are of the files in the bundle; examined: manifest.json, .env, config.json;"
                + " not examined: 4 of 7 files");
  }

  @Test
  void a_variable_has_its_line_and_column() {
    McpConfig config = read(TestBundle.withManifest().add(".env", "\nA_KEY=abc\n"));

    ConfigObject env = ((ConfigObject) config.root()).findObject(".env").orElseThrow();
    assertThat(env.find("A_KEY").orElseThrow().location())
        .isEqualTo(new Location("/.env/A_KEY", 2, 7));
  }

  @Test
  void names_that_leave_the_directory_are_entries_of_their_own() {
    McpConfig config =
        read(
            TestBundle.withManifest()
                .add("../../.bashrc", "x")
                .add("/etc/cron.d/job", "x")
                .add("..\\..\\Startup\\a.bat", "x")
                .add("C:evil.dll", "x")
                .add("server/..hidden/a..b.js", "x"));

    assertThat(config.clientEntries())
        .extracting(McpServer::noun, BundleReaderTest::nameIn)
        .containsExactly(
            tuple(McpServer.ARCHIVE_ENTRY, "../../.bashrc"),
            tuple(McpServer.ARCHIVE_ENTRY, "/etc/cron.d/job"),
            tuple(McpServer.ARCHIVE_ENTRY, "..\\..\\Startup\\a.bat"),
            tuple(McpServer.ARCHIVE_ENTRY, "C:evil.dll"));
  }

  @Test
  void symbolic_links_are_noted() {
    McpConfig config =
        read(
            TestBundle.withManifest()
                .mode(0120777)
                .add("data", "/etc/passwd")
                .add("../.profile", "x"));

    assertThat(config.notes())
        .contains("the bundle contains symbolic links, which were not followed");
    assertThat(config.clientEntries())
        .extracting(BundleReaderTest::nameIn)
        .containsExactly("../.profile");
  }

  @Test
  void a_signature_after_the_archive_is_ignored() {
    byte[] archive = TestBundle.withManifest().bytes();
    byte[] signed = Arrays.copyOf(archive, archive.length + 2000);

    assertThat(TestConfigs.read(PATH, signed).servers()).hasSize(1);
  }

  @Test
  void a_truncated_bundle_is_rejected_at_every_length() {
    byte[] archive = TestBundle.withManifest().add("config.json", "{}").bytes();

    for (int length = 0; length < archive.length; length++) {
      assertThat(rejection(Arrays.copyOf(archive, length)))
          .as("%d bytes", length)
          .isEqualTo("not a ZIP archive, or its end is missing; download or pack the bundle again");
    }
  }

  @Test
  void damaged_bytes_never_cause_an_exception() {
    byte[] archive = TestBundle.withManifest().add("config.json", "{}").bytes();
    for (int i = 0; i < archive.length; i++) {
      for (int value : new int[] {0, 1, 0x7F, 0xFF}) {
        byte[] damaged = archive.clone();
        damaged[i] = (byte) value;

        assertThat(TestConfigs.outcome(PATH, damaged)).isNotNull();
      }
    }
  }

  @Test
  void a_manifest_that_expands_without_end_is_rejected() {
    byte[] bomb = new byte[64 << 20];
    Arrays.fill(bomb, (byte) ' ');
    long start = System.nanoTime();

    String reason = rejection(new TestBundle().add("manifest.json", bomb).bytes());

    assertThat(reason)
        .isEqualTo(
            "manifest.json in the bundle is larger than 4194304 bytes, or more than 200 times as"
                + " large as in the archive");
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }

  @Test
  void a_bomb_next_to_the_manifest_is_not_examined() {
    byte[] bomb = new byte[4 << 20];

    McpConfig config = read(TestBundle.withManifest().add("config.json", bomb));

    assertThat(config.notes().get(0)).endsWith("; not examined: 1 of 2 files");
  }

  @Test
  void a_large_stored_manifest_is_rejected() {
    byte[] content = new byte[(4 << 20) + 1];

    assertThat(rejection(new TestBundle().method(0).add("manifest.json", content).bytes()))
        .contains("is larger than");
  }

  @Test
  void several_manifests_are_rejected() {
    assertThat(rejection(TestBundle.withManifest().add("manifest.json", "{}").bytes()))
        .isEqualTo(
            "the bundle has several files named manifest.json, and programs read different ones");
  }

  @Test
  void an_encrypted_manifest_is_rejected() {
    assertThat(rejection(new TestBundle().flags(1).add("manifest.json", "{}").bytes()))
        .isEqualTo("manifest.json in the bundle is encrypted");
  }

  @Test
  void an_unknown_compression_is_rejected() {
    assertThat(rejection(new TestBundle().method(14).add("manifest.json", "{}").bytes()))
        .isEqualTo("manifest.json in the bundle has an unsupported compression method");
  }

  @Test
  void a_bundle_without_a_manifest_is_rejected() {
    assertThat(rejection(new TestBundle().add("server/manifest.json", "{}").bytes()))
        .isEqualTo("the bundle has no manifest.json in its root");
  }

  @Test
  void a_manifest_without_a_server_is_rejected() {
    assertThat(rejection(new TestBundle().add("manifest.json", "{\"name\": \"a\"}").bytes()))
        .isEqualTo("manifest.json in the bundle describes no server");
  }

  @Test
  void a_broken_manifest_is_rejected_with_its_line() {
    assertThat(rejection(new TestBundle().add("manifest.json", "{\n\"a\": }").bytes()))
        .isEqualTo("manifest.json in the bundle: not valid JSON (line 2, column 6)");
  }

  @Test
  void more_entries_than_the_directory_has_are_rejected() {
    assertThat(rejection(TestBundle.withManifest().bytes(2)))
        .isEqualTo("the bundle is damaged or incomplete; download or pack it again");
    assertThat(rejection(TestBundle.withManifest().bytes(ZipArchive.MAX_ENTRIES + 1)))
        .isEqualTo("the bundle has more than 50000 entries");
    assertThat(rejection(TestBundle.withManifest().bytes(0xFFFF)))
        .isEqualTo("the bundle is a ZIP64 archive, which is not supported");
  }

  @Test
  void a_file_that_is_no_archive_is_rejected() {
    assertThat(rejection(TestBundle.MANIFEST.getBytes(StandardCharsets.UTF_8)))
        .startsWith("not a ZIP archive");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "./manifest.json",
        "Manifest.json",
        "/manifest.json",
        ".//MANIFEST.JSON",
        "server/../manifest.json",
        ".\\manifest.json",
      })
  void a_manifest_with_another_notation_of_the_name_is_one_of_several(String name) {
    assertThat(rejection(TestBundle.withManifest().add(name, "{}").bytes()))
        .startsWith("the bundle has several files named manifest.json");
    assertThat(read(new TestBundle().add(name, TestBundle.MANIFEST)).servers()).hasSize(1);
  }

  @Test
  void files_in_an_unknown_notation_count_towards_the_limits() {
    TestBundle many = TestBundle.withManifest();
    for (int i = 0; i < 60; i++) {
      many.add("broken" + i + ".json", "{");
    }
    byte[] invalid = " \"\n".repeat(80_000).getBytes(StandardCharsets.UTF_8);
    TestBundle large = TestBundle.withManifest().method(0);
    for (int i = 0; i < 10; i++) {
      large.add("broken" + i + ".json", invalid);
    }

    assertThat(read(many.add(".env", "A=b")).notes().get(0))
        .endsWith("examined: manifest.json; not examined: 61 of 62 files");
    assertThat(read(large.add(".env", "A=b")).notes().get(0))
        .endsWith("examined: manifest.json; not examined: 11 of 12 files");
  }

  @Test
  void a_manifest_that_is_a_list_does_not_make_the_other_files_settings() {
    String servers = "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}";

    assertThat(
            rejection(new TestBundle().add("manifest.json", "[]").add("a.json", servers).bytes()))
        .isEqualTo("manifest.json in the bundle describes no server");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PK\n", "PK\u0003\u0004", "PK\u0005\u0006"})
  void a_text_that_is_an_archive_too_is_read_as_a_text(String start) {
    byte[] text = (start + "\nA_KEY=abc\nmcp add a --command x\n").getBytes(StandardCharsets.UTF_8);
    byte[] archive = TestBundle.withManifest().bytes();
    byte[] both = Arrays.copyOf(text, text.length + archive.length);
    System.arraycopy(archive, 0, both, text.length, archive.length);

    assertThat(TestConfigs.read("CLAUDE.md", both).lines())
        .extracting(ConfigText::text)
        .contains("A_KEY=abc");
    assertThat(TestConfigs.read(".env", both).clientEntries().get(0).env())
        .extracting(NamedText::name)
        .contains("A_KEY");
    for (String path : List.of(".mcp.json", "any.json", "any.yaml", ".claude/agents/a.md")) {
      assertThat(rejection(path, both)).as(path).doesNotContain("bundle");
    }
    assertThat(TestConfigs.names(TestConfigs.read("crushrc", text))).containsExactly("a");
  }

  private static String rejection(String path, byte[] bytes) {
    return TestConfigs.rejectionReason(path, bytes);
  }
}
