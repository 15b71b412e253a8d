package io.svc.scanner.redact;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Recognizes values that are no secrets under any name: public keys and their fingerprints,
 * certificates, addresses, identifiers of AWS, paths, numbers and switches.
 */
final class PublicValues {
  private static final List<String> PREFIXES =
      List.of(
          "pk_live_",
          "pk_test_",
          "pk-lf-",
          "pk.eyJ",
          "sb_publishable_",
          "sb_secret_N7UND0UgjKTVK",
          "phc_",
          "sq0idp-",
          "NRJS-",
          "pub_",
          "ssh-rsa ",
          "ssh-dss ",
          "ssh-ed25519 ",
          "ecdsa-sha2-",
          "sk-ssh-ed25519@openssh.com ",
          "sk-ecdsa-sha2-",
          // The Base64 of a public key of OpenSSH starts with the length and the name of its type.
          "AAAAB3NzaC1yc2E",
          "AAAAB3NzaC1kc3",
          "AAAAC3NzaC1lZDI1NTE5",
          "AAAAE2VjZHNhLXNoYTIt",
          "AAAAGnNrLXNzaC1lZDI1NTE5",
          "AAAAInNrLWVjZHNhLXNoYTIt",
          "age1",
          "npub1",
          "xpub",
          "ypub",
          "zpub",
          // In Base64, a public key and a certificate in PEM form.
          "LS0tLS1CRUdJTiBQVUJMSUMg",
          "LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR");

  /** Endings of file names, with which values under the name of a key refer to a file. */
  private static final Set<String> FILE_ENDINGS =
      Set.of(
          "json",
          "pem",
          "key",
          "crt",
          "cer",
          "der",
          "csr",
          "txt",
          "env",
          "p8",
          "p12",
          "pfx",
          "jks",
          "ppk",
          "pub",
          "asc",
          "gpg",
          "yaml",
          "yml",
          "toml",
          "ini",
          "conf",
          "cfg",
          "xml",
          "js",
          "mjs",
          "cjs",
          "css",
          "map",
          "html",
          "png",
          "jpg",
          "jpeg",
          "svg",
          "webp",
          "woff2",
          "wasm",
          "md",
          "log",
          "db",
          "sqlite",
          "csv",
          "zip",
          "tgz",
          "gz",
          "bin",
          "dat",
          "keystore");

  private static final int LONGEST_ENDING = 8;

  /** Digests as {@code SHA256:…}, {@code sha256-…} and {@code MD5:…}. */
  private static final List<String> DIGESTS = List.of("sha256", "sha384", "sha512", "sha1", "md5");

  /** Prefixes of the unique ids of AWS IAM that are no access keys. */
  private static final Set<String> IAM_IDS =
      Set.of("AGPA", "AIDA", "AIPA", "ANPA", "ANVA", "APKA", "AROA", "ASCA");

  private static final int IAM_ID_LENGTH = 21;
  private static final String PEM = "-----BEGIN ";
  private static final int LONGEST_TITLE = 64;
  private static final int ADDRESS_LENGTH = 42;
  private static final int UUID_LENGTH = 36;
  private static final int MINISIGN_LENGTH = 56;

  private PublicValues() {}

  /**
   * Returns true for a public value.
   *
   * @param name name of the value, which decides about texts that are secrets under other names
   */
  static boolean isPublicValue(String text, FieldName name) {
    return isSwitch(text)
        || isPath(text)
        || isPublicKey(text)
        || isFingerprint(text)
        || isIdentifier(text)
        || isOfName(text, name);
  }

  private static boolean isSwitch(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "false", "yes", "no", "on", "off", "auto", "enabled", "disabled" -> true;
      default -> text.length() < 6 && LiteralClassifier.digits(text) == text.length();
    };
  }

  private static boolean isPath(String text) {
    if (text.startsWith("~/") || text.startsWith("./") || text.startsWith("../")) {
      return true;
    }
    boolean isDrive =
        text.length() > 2
            && text.charAt(1) == ':'
            && (text.charAt(2) == '\\' || text.charAt(2) == '/');
    if (isDrive || (text.startsWith("/") && beginsWithWord(text))) {
      return true;
    }
    int dot = text.lastIndexOf('.');
    return dot >= 0
        && text.length() - dot <= LONGEST_ENDING + 1
        && FILE_ENDINGS.contains(text.substring(dot + 1));
  }

  /** Matches {@code /home/…}, but not Base64 with a leading slash. */
  private static boolean beginsWithWord(String path) {
    int end = path.indexOf('/', 1);
    for (int i = 2; i < end; i++) {
      if (!Character.isLowerCase(path.charAt(i)) && path.charAt(i) != '.') {
        return false;
      }
    }
    return end > 2;
  }

  private static boolean isPublicKey(String text) {
    for (String prefix : PREFIXES) {
      if (text.startsWith(prefix)) {
        return true;
      }
    }
    return isPublicPem(text)
        || (text.startsWith("eyJ") && JsonWebTokens.arePublic(text))
        || (text.length() == MINISIGN_LENGTH && text.startsWith("RW") && isBase64(text, 0));
  }

  /** Matches a public key or a certificate by its PEM label. */
  private static boolean isPublicPem(String text) {
    int end = text.startsWith(PEM) ? text.indexOf("-----", PEM.length()) : -1;
    if (end < 0 || end > LONGEST_TITLE) {
      return false;
    }
    String title = text.substring(PEM.length(), end);
    return !title.contains("PRIVATE")
        && (title.contains("PUBLIC") || title.contains("CERTIFICATE"));
  }

  /** Matches {@code SHA256:…}, {@code MD5:a1:b2:…} and {@code a1:b2:…}. */
  private static boolean isFingerprint(String text) {
    for (String digest : DIGESTS) {
      int length = digest.length();
      if (text.length() > 2 * length
          && text.regionMatches(true, 0, digest, 0, length)
          && (text.charAt(length) == ':' || text.charAt(length) == '-')) {
        return isBase64(text, length + 1) || isPairs(text, length + 1);
      }
    }
    return isPairs(text, 0);
  }

  /** Matches at least eight bytes in hexadecimal digits, separated by colons. */
  private static boolean isPairs(String text, int from) {
    int length = text.length() - from;
    if (length < 8 * 3 - 1 || length % 3 != 2) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(from + i);
      if (i % 3 == 2 ? c != ':' : Character.digit(c, 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBase64(String text, int from) {
    int end = text.length();
    while (end > from && text.charAt(end - 1) == '=') {
      end--;
    }
    for (int i = from; i < end; i++) {
      if (SecretCandidate.digit(text.charAt(i)) < 0) {
        return false;
      }
    }
    return end - from >= 16;
  }

  /** Matches an ARN, a unique id of AWS IAM, or an address of an Ethereum network. */
  private static boolean isIdentifier(String text) {
    if (text.startsWith("arn:aws")) {
      return true;
    }
    if (text.length() == ADDRESS_LENGTH && text.startsWith("0x")) {
      return isHex(text, 2);
    }
    return text.length() == IAM_ID_LENGTH
        && IAM_IDS.contains(text.substring(0, 4))
        && text.equals(text.toUpperCase(Locale.ROOT));
  }

  /** Matches ids of keys of AWS KMS, and fingerprints of OpenPGP keys. */
  private static boolean isOfName(String text, FieldName name) {
    if (name.words().contains("kms")) {
      String id = text.startsWith("mrk-") ? text.substring(4) : text;
      return (id.length() == UUID_LENGTH || id.length() == 32) && isHex(id.replace("-", ""), 0);
    }
    boolean isOpenPgp = name.words().contains("gpg") || name.words().contains("pgp");
    if (isOpenPgp && !name.isPassword()) {
      String id = text.replace(" ", "");
      return isHex(id, id.startsWith("0x") ? 2 : 0) && id.length() >= 8 && id.length() <= 66;
    }
    return false;
  }

  private static boolean isHex(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return text.length() > from;
  }
}
