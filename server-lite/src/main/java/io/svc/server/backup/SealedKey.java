package io.svc.server.backup;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import io.svc.server.OperatorErrorException;
import io.svc.server.backup.BackupManifest.KeySealing;
import io.svc.server.secrets.Argon2Memory;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A master key that is sealed with a passphrase. Argon2id with 64 MiB, three passes, four lanes
 * (the second recommendation of RFC 9106, 4) derives an AES-256 key from it.
 */
final class SealedKey {
  /** The minimum length of a passphrase, because a backup allows unlimited offline attempts. */
  static final int SHORTEST_PASSPHRASE = 12;

  private static final String KDF = "argon2id";
  private static final String CIPHER = "AES-256-GCM";
  private static final int MEMORY_KIB = 65_536;
  private static final int ITERATIONS = 3;
  private static final int PARALLELISM = 4;
  private static final int SALT = 16;
  private static final int NONCE = 12;
  private static final int KEY = 32;
  private static final int TAG_BITS = 128;

  /** The limits for a manifest's parameters, which may be malicious and exhaust the machine. */
  private static final int MAX_MEMORY_KIB = 1 << 20;

  private static final int MAX_ITERATIONS = 20;
  private static final int MAX_PARALLELISM = 16;

  private final KeySealing sealing;
  private final byte[] bytes;

  SealedKey(KeySealing sealing, byte[] bytes) {
    this.sealing = sealing;
    this.bytes = bytes.clone();
  }

  /** Returns the parameters. */
  KeySealing sealing() {
    return sealing;
  }

  /** Returns the sealed bytes. */
  byte[] bytes() {
    return bytes.clone();
  }

  static SealedKey of(byte[] masterKey, String passphrase) {
    SecureRandom random = new SecureRandom();
    byte[] salt = new byte[SALT];
    random.nextBytes(salt);
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    KeySealing sealing =
        new KeySealing(
            KDF,
            MEMORY_KIB,
            ITERATIONS,
            PARALLELISM,
            Base64.getEncoder().encodeToString(salt),
            CIPHER,
            Base64.getEncoder().encodeToString(nonce));
    try {
      return new SealedKey(
          sealing, cipher(Cipher.ENCRYPT_MODE, sealing, passphrase).doFinal(masterKey));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the master key.
   *
   * @throws OperatorErrorException when the passphrase is wrong, or the sealed key was changed
   */
  byte[] open(String passphrase) {
    boolean isKnown =
        sealing.kdf().equals(KDF)
            && sealing.cipher().equals(CIPHER)
            && isWithin(sealing.memoryKib(), 8, MAX_MEMORY_KIB)
            && isWithin(sealing.iterations(), 1, MAX_ITERATIONS)
            && isWithin(sealing.parallelism(), 1, MAX_PARALLELISM);
    if (!isKnown) {
      throw new OperatorErrorException(
          "the master key in the backup uses an encryption that this version does not support");
    }
    try {
      return cipher(Cipher.DECRYPT_MODE, sealing, passphrase).doFinal(bytes);
    } catch (AEADBadTagException e) {
      throw new OperatorErrorException(
          "the passphrase does not decrypt the master key in the backup; it is wrong, or the"
              + " backup is damaged",
          e);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new OperatorErrorException("the master key in the backup cannot be decrypted", e);
    }
  }

  private static boolean isWithin(int value, int least, int max) {
    return value >= least && value <= max;
  }

  private static Cipher cipher(int mode, KeySealing sealing, String passphrase)
      throws GeneralSecurityException {
    byte[] key =
        Argon2Function.getInstance(
                sealing.memoryKib(), sealing.iterations(), sealing.parallelism(), KEY, Argon2.ID)
            .hash(
                passphrase.getBytes(StandardCharsets.UTF_8),
                Base64.getDecoder().decode(sealing.salt()))
            .getBytes();
    Argon2Memory.release();
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode,
        new SecretKeySpec(key, "AES"),
        new GCMParameterSpec(TAG_BITS, Base64.getDecoder().decode(sealing.nonce())));
    cipher.updateAAD(BackupManifest.FORMAT.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  @Override
  public String toString() {
    return "***";
  }
}
