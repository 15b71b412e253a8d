package io.svc.server.secrets;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.data.MasterKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derives keys: from the master key, which seals the key of the store, and from that, which seals
 * and signs everything else. Every use has its own key, derived by HMAC-SHA-256 over the use's name
 * (RFC 5869, the expand step for one block). Seals with AES-256-GCM, signs with HMAC-SHA-256. Safe
 * for many threads; never printed.
 */
public final class Keyring {
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  /** With fewer bytes, AES-GCM throws an exception instead of detecting a change. */
  private static final int SHORTEST = NONCE + TAG_BITS / Byte.SIZE;

  private static final String KEYS = "keys";

  /** Some uses contain the identifier of a record, so their number is unlimited. */
  private static final int MAX_DERIVED = 100;

  private final byte[] key;
  private final Cache<String, byte[]> derived =
      Caffeine.newBuilder().maximumSize(MAX_DERIVED).build();
  private final SecureRandom random = new SecureRandom();

  public Keyring(MasterKey master) {
    this(master.bytes());
  }

  private Keyring(byte[] key) {
    this.key = key;
  }

  /** Returns a new random key, sealed with this one. */
  public String sealedKey() {
    byte[] bytes = new byte[MasterKey.LENGTH];
    random.nextBytes(bytes);
    return seal(KEYS, Base64.getEncoder().encodeToString(bytes));
  }

  /** Opens a key of {@link #sealedKey}; empty when another key sealed it. */
  public Optional<Keyring> open(String sealedKey) {
    return open(KEYS, sealedKey).map(text -> new Keyring(Base64.getDecoder().decode(text)));
  }

  /** Seals a sealed key with another key; empty when it was not sealed with this one. */
  public Optional<String> resealed(String sealedKey, Keyring other) {
    return open(KEYS, sealedKey).map(text -> other.seal(KEYS, text));
  }

  /** Seals a text; only {@link #open} with the same use returns it. */
  public String seal(String use, String text) {
    try {
      byte[] nonce = new byte[NONCE];
      random.nextBytes(nonce);
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, use, nonce).doFinal(text.getBytes(StandardCharsets.UTF_8));
      byte[] all = Arrays.copyOf(nonce, NONCE + sealed.length);
      System.arraycopy(sealed, 0, all, NONCE, sealed.length);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Opens a sealed text; empty when it was sealed with another key, for another use, or changed.
   */
  public Optional<String> open(String use, String sealed) {
    try {
      byte[] all = Base64.getUrlDecoder().decode(sealed);
      if (all.length < SHORTEST) {
        return Optional.empty();
      }
      byte[] text =
          cipher(Cipher.DECRYPT_MODE, use, Arrays.copyOf(all, NONCE))
              .doFinal(all, NONCE, all.length - NONCE);
      return Optional.of(new String(text, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  /**
   * Seals bytes.
   *
   * @param bound the context: the bytes open only with the same text, which is not stored in them
   */
  public byte[] seal(String use, String bound, byte[] bytes) {
    try {
      byte[] nonce = new byte[NONCE];
      random.nextBytes(nonce);
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, use, nonce);
      cipher.updateAAD(bound.getBytes(StandardCharsets.UTF_8));
      byte[] sealed = cipher.doFinal(bytes);
      byte[] all = Arrays.copyOf(nonce, NONCE + sealed.length);
      System.arraycopy(sealed, 0, all, NONCE, sealed.length);
      return all;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Opens sealed bytes; empty when the context differs, or for the reasons of {@link #open}. */
  public Optional<byte[]> open(String use, String bound, byte[] sealed) {
    if (sealed.length < SHORTEST) {
      return Optional.empty();
    }
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, use, Arrays.copyOf(sealed, NONCE));
      cipher.updateAAD(bound.getBytes(StandardCharsets.UTF_8));
      return Optional.of(cipher.doFinal(sealed, NONCE, sealed.length - NONCE));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  /** Signs a text; the result is in base64url. */
  public String sign(String use, String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hmac(derived(use), text));
  }

  /**
   * Returns an identifier of the key that reveals nothing of it, to be stored with data that the
   * key sealed.
   */
  public String id() {
    return sign("key id", "").substring(0, 16);
  }

  /** Returns whether a signature is valid for this key, compared in constant time. */
  public boolean verifies(String use, String text, String signature) {
    return MessageDigest.isEqual(
        sign(use, text).getBytes(StandardCharsets.US_ASCII),
        signature.getBytes(StandardCharsets.UTF_8));
  }

  private Cipher cipher(int mode, String use, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode, new SecretKeySpec(derived(use), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }

  private byte[] derived(String use) {
    return derived.get(use, name -> hmac(key, name + "\u0001"));
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
