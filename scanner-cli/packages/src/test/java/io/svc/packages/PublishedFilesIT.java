package io.svc.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people download, and whether it is the same for everybody who builds it. */
class PublishedFilesIT {
  private static final String ARCHIVE_OF_CLASSES = "lib/server/classes.jsa";

  @TempDir private Path directory;

  @Test
  void are_these_and_no_other() throws IOException {
    String name = "svc-preflight-" + Built.version();
    List<String> bills = List.of(name + "-bom.json", name + "-bom.xml");

    List<String> published = published();

    // Maven makes no bill of materials offline.
    if (System.getenv("CI") != null || published.stream().anyMatch(bills::contains)) {
      assertThat(published).containsAll(bills);
    }
    assertThat(published.stream().filter(file -> !bills.contains(file)))
        .containsExactlyInAnyOrder(
            "svc-preflight",
            name + "-all.jar",
            Built.imageArchive().getFileName().toString(),
            Built.debianPackage().getFileName().toString(),
            PackageChecksums.FILE);
  }

  private static List<String> published() throws IOException {
    try (Stream<Path> files = Files.list(Built.published())) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void have_sums_that_the_usual_tool_confirms_and_that_notice_a_change()
      throws IOException, InterruptedException {
    Path copy = Trees.copy(Built.published(), directory.resolve("downloads"));
    Shell shell = new Shell(copy).withTools();

    Shell.Result whole = shell.run("sha256sum", "--strict", "-c", PackageChecksums.FILE);
    Files.writeString(copy.resolve("svc-preflight"), "#!/bin/sh\n");
    Shell.Result changed = shell.run("sha256sum", "--strict", "-c", PackageChecksums.FILE);

    assertThat(whole.exitCode()).as(whole.err()).isZero();
    assertThat(whole.out().lines())
        .hasSize(published().size() - 1)
        .allMatch(line -> line.endsWith(": OK"));
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.out()).contains("svc-preflight: FAILED");
  }

  @Test
  void an_image_that_is_built_again_has_the_same_bytes() throws IOException, InterruptedException {
    Path again = directory.resolve("elsewhere/image");
    Files.createDirectories(again.getParent());
    Packages.image(Built.jar(), again, Built.hasDocuments());

    Map<String, String> first = Trees.sums(Built.image());
    Map<String, String> second = Trees.sums(again);

    assertThat(first).containsKey(ARCHIVE_OF_CLASSES);
    if (!Tools.canRunSingleThreaded()) {
      // Only who may have a processor for himself gets every byte of this one file again.
      first.remove(ARCHIVE_OF_CLASSES);
      second.remove(ARCHIVE_OF_CLASSES);
    }
    assertThat(second).isEqualTo(first);
  }

  @Test
  void the_archive_of_the_image_contains_it_all_and_nothing_that_changes_between_builds()
      throws IOException {
    Map<String, String> packed = new TreeMap<>();
    Map<String, Integer> modes = new LinkedHashMap<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(Files.newInputStream(Built.imageArchive())))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        assertThat(entry.getName()).startsWith(Built.imageName() + "/");
        assertThat(entry.getLastModifiedTime().toInstant().getEpochSecond())
            .as(entry.getName())
            .isEqualTo(Built.time());
        assertThat(List.of(entry.getLongUserId(), entry.getLongGroupId())).containsExactly(0L, 0L);
        if (entry.isFile()) {
          String name = entry.getName().substring(Built.imageName().length() + 1);
          Path file = directory.resolve("entry");
          Files.write(file, tar.readAllBytes());
          packed.put(name, PackageChecksums.of(file));
          modes.put(name, entry.getMode() & 0777);
        }
      }
    }

    assertThat(packed).isEqualTo(Trees.sums(Built.image()));
    assertThat(modes)
        .containsEntry("bin/svc-preflight", 0755)
        .containsEntry("bin/java", 0755)
        .containsEntry("lib/jspawnhelper", 0755)
        .containsEntry("lib/modules", 0644);
  }

  @Test
  void the_image_brings_the_licenses_of_what_is_in_it() throws IOException {
    Path legal = Built.image().resolve("legal");

    assertThat(Files.readString(legal.resolve("io.svc.preflight/LICENSE"), StandardCharsets.UTF_8))
        .contains("Apache License");
    assertThat(
            Files.readString(legal.resolve("io.svc.preflight/THIRD-PARTY"), StandardCharsets.UTF_8))
        .contains("picocli", "SnakeYAML", "tomlj");
    assertThat(legal.resolve("java.base/LICENSE")).exists();
    for (Path file : Trees.all(legal)) {
      assertThat(Files.isSymbolicLink(file)).as(file.toString()).isFalse();
    }
  }
}
