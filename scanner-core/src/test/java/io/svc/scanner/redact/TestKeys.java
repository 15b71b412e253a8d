package io.svc.scanner.redact;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Keys that the Java platform and, where they are installed, other tools make. */
final class TestKeys {
  private TestKeys() {}

  /** An unencrypted OpenSSH key of type Ed25519 (PROTOCOL.key), with random bytes. */
  static String openSsh() {
    byte[] publicKey = new byte[32];
    byte[] privateKey = new byte[64];
    Random random = new Random(5);
    random.nextBytes(publicKey);
    random.nextBytes(privateKey);
    System.arraycopy(publicKey, 0, privateKey, 32, 32);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      DataOutputStream key = new DataOutputStream(bytes);
      key.write("openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII));
      string(key, "none".getBytes(StandardCharsets.US_ASCII));
      string(key, "none".getBytes(StandardCharsets.US_ASCII));
      string(key, new byte[0]);
      key.writeInt(1);
      string(key, publicPart(publicKey));
      ByteArrayOutputStream section = new ByteArrayOutputStream();
      DataOutputStream secret = new DataOutputStream(section);
      int check = random.nextInt();
      secret.writeInt(check);
      secret.writeInt(check);
      secret.write(publicPart(publicKey));
      string(secret, privateKey);
      string(secret, "me@host".getBytes(StandardCharsets.US_ASCII));
      for (int i = 1; section.size() % 8 != 0; i++) {
        secret.write(i);
      }
      string(key, section.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pem("OPENSSH PRIVATE KEY", bytes.toByteArray(), 70);
  }

  private static byte[] publicPart(byte[] key) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream part = new DataOutputStream(bytes);
    string(part, "ssh-ed25519".getBytes(StandardCharsets.US_ASCII));
    string(part, key);
    return bytes.toByteArray();
  }

  private static void string(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String pem(String label, byte[] bytes, int width) {
    String body =
        Base64.getMimeEncoder(width, new byte[] {'\n'}).encodeToString(bytes).replace("\r", "");
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  /** Private keys of the Java platform as PKCS#8. */
  static List<String> pkcs8() {
    List<String> keys = new ArrayList<>();
    for (KeyPair pair : pairs()) {
      keys.add(pem("PRIVATE KEY", pair.getPrivate().getEncoded(), 64));
    }
    return keys;
  }

  /** Public keys of the Java platform. */
  static List<String> publicKeys() {
    List<String> keys = new ArrayList<>();
    for (KeyPair pair : pairs()) {
      keys.add(pem("PUBLIC KEY", pair.getPublic().getEncoded(), 64));
    }
    return keys;
  }

  private static List<KeyPair> pairs() {
    return List.of(
        pair("RSA", 2048, null),
        pair("RSA", 4096, null),
        pair("EC", 0, new ECGenParameterSpec("secp256r1")),
        pair("EC", 0, new ECGenParameterSpec("secp521r1")),
        pair("Ed25519", 0, null),
        pair("X25519", 0, null));
  }

  private static KeyPair pair(String algorithm, int size, AlgorithmParameterSpec spec) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (spec != null) {
        generator.initialize(spec);
      } else if (size > 0) {
        generator.initialize(size);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Private JSON Web Keys of all types. */
  static List<String> privateJwks() {
    RSAPrivateCrtKey rsa = (RSAPrivateCrtKey) pair("RSA", 2048, null).getPrivate();
    ECPrivateKey ec =
        (ECPrivateKey) pair("EC", 0, new ECGenParameterSpec("secp256r1")).getPrivate();
    EdECPrivateKey ed = (EdECPrivateKey) pair("Ed25519", 0, null).getPrivate();
    byte[] symmetric = new byte[32];
    new Random(9).nextBytes(symmetric);
    return List.of(
        "{\"kty\":\"RSA\",\"n\":\""
            + url(rsa.getModulus())
            + "\",\"e\":\"AQAB\",\"d\":\""
            + url(rsa.getPrivateExponent())
            + "\",\"p\":\""
            + url(rsa.getPrimeP())
            + "\",\"q\":\""
            + url(rsa.getPrimeQ())
            + "\"}",
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\""
            + TestSecrets.of("{{base64url:43}}")
            + "\",\"d\":\""
            + url(ec.getS())
            + "\"}",
        "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"d\":\"" + url(ed.getBytes().orElseThrow()) + "\"}",
        "{\"kty\":\"oct\",\"alg\":\"HS256\",\"k\":\"" + url(symmetric) + "\"}");
  }

  private static String url(BigInteger number) {
    return url(number.toByteArray());
  }

  private static String url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Runs a tool in a directory and returns the text of one of its files. Without the tool it is
   * empty, and with CI=true an error.
   */
  static String fileOf(Path directory, String file, String... command) {
    return new String(bytesOf(directory, file, command), StandardCharsets.UTF_8);
  }

  /** Returns the content of a file that a program writes; empty without the program. */
  static byte[] bytesOf(Path directory, String file, String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroy();
        throw new IllegalStateException(command[0] + " did not end");
      }
      return Files.readAllBytes(directory.resolve(file));
    } catch (IOException e) {
      if (System.getenv("CI") != null) {
        throw new UncheckedIOException(command[0] + " is missing; .ci/run installs it", e);
      }
      return new byte[0];
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
