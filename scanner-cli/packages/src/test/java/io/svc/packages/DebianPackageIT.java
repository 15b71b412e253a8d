package io.svc.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.packages.Shell.Result;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package, installed in a directory of its own and taken away again. */
class DebianPackageIT {
  @TempDir private Path directory;

  private static void needsDpkgAndRoot() {
    Built.needs(Files.isExecutable(Path.of("/usr/bin/dpkg")), "dpkg");
    Built.needs("root".equals(System.getProperty("user.name")), "root, which dpkg asks for");
  }

  private Path emptySystem() throws IOException {
    Path root = directory.resolve("root");
    Files.createDirectories(root.resolve("var/lib/dpkg/info"));
    Files.createDirectories(root.resolve("var/lib/dpkg/updates"));
    Files.createFile(root.resolve("var/lib/dpkg/status"));
    return root;
  }

  private Result dpkg(Path root, Object... arguments) throws IOException, InterruptedException {
    List<Object> line = new ArrayList<>(List.of("dpkg", "--root=" + root));
    // A system without a C library: what the package depends on is the machine's own.
    line.add("--force-depends");
    line.addAll(List.of(arguments));
    return new Shell(directory).withTools().run(line.toArray());
  }

  @Test
  void is_installed_runs_and_leaves_nothing_behind() throws IOException, InterruptedException {
    needsDpkgAndRoot();
    Path root = emptySystem();
    List<Path> before = filesOutsideOfDpkg(root);
    Files.writeString(
        directory.resolve("mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"/tmp/a\"}}}");

    Result installed = dpkg(root, "--install", Built.debianPackage());
    Result scan =
        new Shell(directory)
            .run(root.resolve("usr/bin/svc-preflight"), "scan", "--config", "mcp.json");
    List<Path> during = filesOutsideOfDpkg(root);
    Result removed = dpkg(root, "--purge", "svc-preflight");

    assertThat(installed.exitCode()).as(installed.err()).isZero();
    assertThat(scan.err()).isEmpty();
    assertThat(scan.exitCode()).isEqualTo(1);
    assertThat(scan.out()).contains("suspicious_path");
    assertThat(during).hasSizeGreaterThan(before.size() + 20);
    assertThat(removed.exitCode()).as(removed.err()).isZero();
    assertThat(filesOutsideOfDpkg(root)).isEqualTo(before);
  }

  @Test
  void brings_its_documents_where_the_system_looks_for_them()
      throws IOException, InterruptedException {
    needsDpkgAndRoot();
    Path root = emptySystem();

    Result installed = dpkg(root, "--install", Built.debianPackage());

    assertThat(installed.exitCode()).as(installed.err()).isZero();
    Path share = root.resolve("usr/share");
    assertThat(share.resolve("doc/svc-preflight/copyright")).isRegularFile();
    assertThat(uncompressed(share.resolve("doc/svc-preflight/changelog.gz")))
        .startsWith("svc-preflight (" + Built.version() + ") unstable; urgency=medium\n")
        .endsWith("+0000\n");
    if (Built.hasDocuments()) {
      assertThat(uncompressed(share.resolve("man/man1/svc-preflight.1.gz"))).contains(".TH ");
      for (Documents document : Documents.values()) {
        if (document != Documents.MANUAL) {
          assertThat(root.resolve("usr").resolve(document.path())).isNotEmptyFile();
        }
      }
    }
  }

  @Test
  void is_owned_by_root_and_contains_nothing_that_changes_between_builds()
      throws IOException, InterruptedException {
    Built.needs(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "dpkg-deb");
    Process process =
        new ProcessBuilder("dpkg-deb", "--fsys-tarfile", Built.debianPackage().toString()).start();
    List<String> links = new ArrayList<>();

    try (TarArchiveInputStream tar = new TarArchiveInputStream(process.getInputStream())) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        assertThat(entry.getLastModifiedTime().toInstant().getEpochSecond())
            .as(entry.getName())
            .isEqualTo(Built.time());
        assertThat(List.of(entry.getUserName(), entry.getGroupName()))
            .containsExactly("root", "root");
        assertThat(entry.getMode() & 0022).as(entry.getName()).isZero();
        if (entry.isSymbolicLink()) {
          links.add(entry.getName() + " -> " + entry.getLinkName());
        }
      }
    }

    assertThat(process.waitFor()).isZero();
    assertThat(links)
        .containsExactly("./usr/bin/svc-preflight -> ../lib/svc-preflight/bin/svc-preflight");
  }

  @Test
  void lintian_reports_nothing() throws IOException, InterruptedException {
    // A matter of style: no reason to fail a build that has everything else.
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/lintian")), "SKIPPED: this machine has no lintian");
    List<Object> line = new ArrayList<>(List.of("lintian", "--allow-root", "--fail-on=warning"));
    if (!Built.hasDocuments()) {
      line.add("--suppress-tags=no-manual-page");
    }
    line.add(Built.debianPackage());

    Result result =
        new Shell(directory)
            .withTools()
            .with("HOME", directory.toString())
            .with("TMPDIR", directory.toString())
            .run(line.toArray());

    assertThat(result.out()).isEmpty();
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  private static List<Path> filesOutsideOfDpkg(Path root) throws IOException {
    return Trees.all(root).stream().filter(path -> !path.startsWith(root.resolve("var"))).toList();
  }

  private static String uncompressed(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
