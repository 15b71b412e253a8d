package io.svc.server.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The size of a copy, and its SHA-256 digest in hexadecimal digits.
 *
 * @param isWhole whether the source ended before the limit
 */
record BackupDigest(long size, String sha256, boolean isWhole) {
  private static final int BUFFER = 1 << 16;

  /** Returns the digest of a file. */
  static BackupDigest of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return copy(in, OutputStream.nullOutputStream(), Long.MAX_VALUE);
    }
  }

  /** Copies up to a maximum number of bytes, so that no source can fill the disk. */
  static BackupDigest copy(InputStream in, OutputStream out, long limit) throws IOException {
    MessageDigest digest = newDigest();
    byte[] buffer = new byte[BUFFER];
    long size = 0;
    int read;
    while ((read = in.read(buffer)) >= 0) {
      if (size + read > limit) {
        return new BackupDigest(size, "", false);
      }
      digest.update(buffer, 0, read);
      out.write(buffer, 0, read);
      size += read;
    }
    return new BackupDigest(size, HexFormat.of().formatHex(digest.digest()), true);
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
