package io.svc.scanner.redact;

import io.svc.rules.Rule.StructureTest;
import org.jspecify.annotations.Nullable;

/** Tests the internal structure of a secret, beyond its pattern. */
final class SecretStructureChecker {
  /** The results of a test. */
  enum Verdict {
    /** The complete text has the structure of the format: a checksum, or all lengths. */
    CONFIRMED,
    /** A part has the structure of the format, which a placeholder can have too. */
    PLAUSIBLE,
    /** The test is inconclusive. */
    OPEN,
    /** The structure differs from the known structure of the format. */
    DOUBTED,
    /** Not a secret of this format. */
    REFUTED;

    static Verdict confirmedIf(boolean isProven) {
      return isProven ? CONFIRMED : DOUBTED;
    }

    static Verdict plausibleIf(boolean isSound) {
      return isSound ? PLAUSIBLE : DOUBTED;
    }

    static Verdict confirmedOrRefuted(boolean isProven) {
      return isProven ? CONFIRMED : REFUTED;
    }

    static Verdict openIf(boolean isSound) {
      return isSound ? OPEN : DOUBTED;
    }
  }

  private SecretStructureChecker() {}

  static Verdict test(StructureTest test, String secret) {
    return switch (test) {
      case NONE -> Verdict.OPEN;
      case CRC32_BASE62 -> Checksums.crc32Base62(secret);
      case CRC32_BASE36 -> Checksums.crc32Base36(secret);
      case CRC32_HEX -> Checksums.crc32Hex(secret);
      case JWT -> JsonWebTokens.test(secret);
      case AWS_KEY_ID -> AwsKeyId.test(secret);
      case BASE64 -> Verdict.openIf(Base64Text.isCanonical(secret));
      case BASE64_JSON -> Verdict.plausibleIf(Base64Parts.hasJson(secret));
      case BASE64_FIELDS -> Verdict.plausibleIf(Base64Parts.hasFields(secret));
      case BASE64_DIGITS -> Verdict.plausibleIf(Base64Parts.beginsWithDigits(secret));
      case PEM -> PrivateKeyBody.test(secret);
      case PPK -> PrivateKeyBody.testPutty(secret);
      case MACAROON -> Verdict.confirmedIf(Base64Parts.isMacaroon(secret));
      case BECH32 -> Verdict.confirmedIf(KeyEncodings.isBech32(secret));
      case BASE58CHECK -> Verdict.confirmedOrRefuted(KeyEncodings.isBase58Check(secret));
      case STELLAR_SEED -> Verdict.confirmedOrRefuted(KeyEncodings.isStellarSeed(secret));
      case NATS_SEED -> Verdict.confirmedOrRefuted(KeyEncodings.isNatsSeed(secret));
      case STS_TOKEN -> SessionTokens.test(secret);
      case SIGNING_KEY -> SigningKeys.test(secret);
      case AZURE_KEY -> AzureKeys.test(secret);
      case AZURE_DEVOPS_PAT -> AzureKeys.testDevOpsPat(secret);
      case ENTRA_SECRET -> AzureKeys.testClientSecret(secret);
      case CURVE25519 -> Verdict.openIf(Base64Parts.isClampedKey(secret));
    };
  }

  /** Returns the information in a secret; null when there is none. */
  static @Nullable SecretNote noteOf(StructureTest test, String secret) {
    return switch (test) {
      case AWS_KEY_ID -> AwsKeyId.noteOf(secret);
      case BASE64_FIELDS -> AwsKeyId.noteOfBedrockKey(secret);
      default -> null;
    };
  }
}
