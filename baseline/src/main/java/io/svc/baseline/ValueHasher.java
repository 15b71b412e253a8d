package io.svc.baseline;

import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.finding.Fingerprint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Hashes values with a key (HMAC-SHA256, RFC 2104), so that changes of secrets are detected, but
 * values cannot be guessed from the hash without the key. The key is in a file next to the baseline
 * that only its owner may read. Do not commit it to a repository.
 */
public final class ValueHasher {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;

  private final SecretKeySpec key;

  private ValueHasher(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** Returns the path of a baseline's key file. */
  public static Path keyFile(Path baseline) {
    return baseline.resolveSibling(baseline.getFileName() + ".key");
  }

  /**
   * Opens the hasher of an existing baseline.
   *
   * @throws BaselineException when its key is missing or invalid
   */
  public static ValueHasher open(Path baseline) throws BaselineException {
    Path file = keyFile(baseline);
    try {
      return new ValueHasher(parse(file, RegularFile.text(file, StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new BaselineException(
          "the baseline tracks values, but its key cannot be read at "
              + file
              + ": "
              + FileErrorText.reasonOf(e)
              + "; create a new baseline with --track-values");
    }
  }

  /**
   * Opens the hasher for a baseline that will be written, and creates the key if it is missing.
   *
   * @throws BaselineException when the existing key is invalid
   * @throws IOException when the key cannot be written
   */
  public static ValueHasher openOrCreate(Path baseline) throws BaselineException, IOException {
    Path file = keyFile(baseline);
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    try {
      Files.createFile(file, ownerOnly(file));
      Files.writeString(file, HexFormat.of().formatHex(key) + "\n", StandardCharsets.US_ASCII);
      return new ValueHasher(key);
    } catch (FileAlreadyExistsException e) {
      return open(baseline);
    }
  }

  /** Returns the keyed hash of a value, {@code hmac-sha256:<hex>}. */
  public String hash(String value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return "hmac-sha256:" + Fingerprint.hex(mac.doFinal(value.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has HMAC-SHA256", e);
    }
  }

  private static byte[] parse(Path file, String text) throws BaselineException {
    try {
      byte[] key = HexFormat.of().parseHex(text.strip());
      if (key.length == KEY_BYTES) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // Reported below: the message must not contain the content of a key file.
    }
    throw new BaselineException(
        "key file is damaged at " + file + "; expected " + KEY_BYTES * 2 + " hexadecimal digits");
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(
              Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
        }
        : new FileAttribute<?>[] {};
  }
}
