package io.svc.packages;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** The checksums of all files in a directory, in the format of {@code sha256sum -c}. */
final class PackageChecksums {
  static final String FILE = "SHA256SUMS";

  private PackageChecksums() {}

  static void write(Path directory) throws IOException {
    StringBuilder sums = new StringBuilder();
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.equals(FILE)) {
        sums.append(of(file)).append("  ").append(name).append('\n');
      }
    }
    Files.writeString(directory.resolve(FILE), sums, StandardCharsets.US_ASCII);
  }

  static String of(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
