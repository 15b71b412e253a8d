package io.svc.scanner.redact;

import io.svc.rules.Rule.StructureTest;
import org.jspecify.annotations.Nullable;

/** Tests the internal structure of a secret, beyond its pattern. */
final class SecretStructureChecker {
  /** The results of a test. */
  enum Verdict {
    /** The structure confirms the format. */
    CONFIRMED,
    /** The test is inconclusive. */
    OPEN,
    /** The structure differs from the known structure of the format. */
    DOUBTED,
    /** Not a secret of this format. */
    REFUTED;

    static Verdict confirmedIf(boolean isProven) {
      return isProven ? CONFIRMED : DOUBTED;
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
      case BASE64_JSON -> Verdict.confirmedIf(Base64Parts.hasJson(secret));
      case BASE64_FIELDS -> Verdict.confirmedIf(Base64Parts.hasFields(secret));
      case BASE64_DIGITS -> Verdict.confirmedIf(Base64Parts.beginsWithDigits(secret));
      case PEM -> PrivateKeyBody.test(secret);
      case MACAROON -> Verdict.confirmedIf(Base64Parts.isMacaroon(secret));
      case BECH32 -> Verdict.confirmedIf(KeyEncodings.isBech32(secret));
      case BASE58CHECK -> KeyEncodings.isBase58Check(secret) ? Verdict.CONFIRMED : Verdict.REFUTED;
      case STELLAR_SEED -> KeyEncodings.isStellarSeed(secret) ? Verdict.CONFIRMED : Verdict.REFUTED;
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
