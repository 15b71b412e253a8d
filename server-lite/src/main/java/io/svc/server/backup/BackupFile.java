package io.svc.server.backup;

import static java.util.Objects.requireNonNull;

import io.svc.server.OperatorErrorException;
import io.svc.server.backup.BackupManifest.FileEntry;
import io.svc.server.logging.SafeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * An opened backup from an untrusted source. Its content never determines file paths: names are
 * only compared with the few known ones. It unpacks at most the size in the manifest, and at most
 * the free disk space.
 */
public final class BackupFile implements AutoCloseable {
  private static final int LARGEST_MANIFEST = 4 << 20;
  private static final int LARGEST_KEY = 4_096;
  private static final int MAX_FILES = 3;

  /** Disk space that is left free for other programs. */
  private static final long SPARE_BYTES = 64L << 20;

  private static final Set<String> NAMES =
      Set.of(BackupManifest.NAME, BackupManifest.STORE, BackupManifest.KEY);

  private final Path path;
  private final ZipFile zip;
  private final BackupManifest manifest;

  private BackupFile(Path path, ZipFile zip, BackupManifest manifest) {
    this.path = path;
    this.zip = zip;
    this.manifest = manifest;
  }

  /**
   * Opens a backup and reads its manifest.
   *
   * @throws OperatorErrorException when it is not a readable backup
   */
  public static BackupFile open(Path path) {
    String quoted = SafeText.quoted(path.toString());
    if (!Files.isRegularFile(path)) {
      throw new OperatorErrorException(quoted + " is not a file; expected a backup");
    }
    ZipFile zip;
    try {
      zip = new ZipFile(path.toFile());
    } catch (IOException | IllegalArgumentException e) {
      throw new OperatorErrorException(
          quoted + " is not a readable zip file; check that it is a complete backup", e);
    }
    try {
      return new BackupFile(path, zip, ManifestReader.read(manifest(zip, quoted)));
    } catch (RuntimeException e) {
      closeQuietly(zip);
      throw e;
    }
  }

  private static byte[] manifest(ZipFile zip, String quoted) {
    ZipEntry entry = zip.getEntry(BackupManifest.NAME);
    if (entry == null) {
      throw new OperatorErrorException(quoted + " is not a backup: it contains no manifest.json");
    }
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(LARGEST_MANIFEST + 1);
      if (bytes.length > LARGEST_MANIFEST) {
        throw new OperatorErrorException(
            "manifest.json of " + quoted + " exceeds the size limit of a manifest");
      }
      return bytes;
    } catch (IOException e) {
      throw new OperatorErrorException("manifest.json of " + quoted + " is damaged", e);
    }
  }

  public BackupManifest manifest() {
    return manifest;
  }

  /** The file name, for messages. */
  public String name() {
    return path.getFileName().toString();
  }

  /** Returns whether it contains the sealed master key. */
  public boolean hasKey() {
    return manifest.sealing().isPresent();
  }

  /** Returns the problems of the listed files: unexpected, missing or invalid ones. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    if (zip.size() > MAX_FILES) {
      problems.add(
          "it contains " + zip.size() + " files; a backup contains " + MAX_FILES + " at" + " most");
      return problems;
    }
    for (ZipEntry entry : Collections.list(zip.entries())) {
      String quoted = SafeText.quoted(entry.getName());
      if (!NAMES.contains(entry.getName())) {
        problems.add("it contains " + quoted + ", which does not belong in a backup");
      } else if (!seen.add(entry.getName())) {
        problems.add("it contains " + quoted + " twice");
      } else if (!entry.getName().equals(BackupManifest.NAME)
          && manifest.file(entry.getName()).isEmpty()) {
        problems.add("it contains " + quoted + ", which its manifest does not list");
      }
    }
    for (FileEntry content : manifest.files()) {
      if (zip.getEntry(content.name()) == null) {
        problems.add(
            "it does not contain "
                + SafeText.quoted(content.name())
                + ", which its"
                + " manifest lists");
      }
    }
    if (manifest.file(BackupManifest.STORE).isEmpty()) {
      problems.add("its manifest lists no app.db");
    }
    if (manifest.sealing().isPresent() != manifest.file(BackupManifest.KEY).isPresent()) {
      problems.add("its manifest must specify both the master key and its encryption, or neither");
    }
    return problems;
  }

  /** Unpacks the store; returns its problem, if any. */
  Optional<String> unpackStore(Path target) {
    FileEntry content = manifest.file(BackupManifest.STORE).orElseThrow();
    Path directory = requireNonNull(target.getParent());
    try {
      if (content.size() > Files.getFileStore(directory).getUsableSpace() - SPARE_BYTES) {
        throw new OperatorErrorException(
            "not enough disk space for the "
                + content.size()
                + " bytes of the store in "
                + SafeText.quoted(directory.toString()));
      }
      try (OutputStream out = Files.newOutputStream(target)) {
        return unpack(content, out);
      }
    } catch (IOException e) {
      throw new OperatorErrorException(
          "the store cannot be extracted to " + SafeText.quoted(target.toString()), e);
    }
  }

  /** Checks the sealed key; returns its problem, if any. */
  Optional<String> checkKey() {
    FileEntry content = manifest.file(BackupManifest.KEY).orElseThrow();
    if (content.size() > LARGEST_KEY) {
      return Optional.of("the encrypted master key exceeds the size limit");
    }
    return unpack(content, OutputStream.nullOutputStream());
  }

  /**
   * Returns the master key.
   *
   * @throws OperatorErrorException when the passphrase is wrong
   */
  byte[] key(String passphrase) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Optional<String> problem = unpack(manifest.file(BackupManifest.KEY).orElseThrow(), bytes);
    if (problem.isPresent()) {
      throw new OperatorErrorException(problem.get());
    }
    return new SealedKey(manifest.sealing().orElseThrow(), bytes.toByteArray()).open(passphrase);
  }

  private Optional<String> unpack(FileEntry content, OutputStream out) {
    BackupDigest found;
    try (InputStream in = zip.getInputStream(zip.getEntry(content.name()))) {
      found = BackupDigest.copy(in, out, content.size());
    } catch (IOException e) {
      return Optional.of(content.name() + " is damaged and cannot be extracted");
    }
    if (!found.isWhole() || found.size() != content.size()) {
      return Optional.of(
          content.name()
              + (found.isWhole() ? " has " + found.size() : " has more than " + content.size())
              + " bytes; its manifest specifies "
              + content.size());
    }
    return found.sha256().equals(content.sha256())
        ? Optional.empty()
        : Optional.of(content.name() + " was changed: its SHA-256 does not match the manifest");
  }

  @Override
  public void close() {
    closeQuietly(zip);
  }

  private static void closeQuietly(ZipFile zip) {
    try {
      zip.close();
    } catch (IOException e) {
      // The file was only read.
      return;
    }
  }
}
