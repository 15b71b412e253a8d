package io.svc.server.redaction;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What kinds of text are recognised. The names are those of Microsoft Presidio where it has one.
 * Names of persons and of places are not among them: nothing here can tell them from other words.
 */
public enum EntityType {
  EMAIL_ADDRESS(Sameness.LETTER_CASE),
  PHONE_NUMBER(Sameness.LETTERS_AND_DIGITS),
  CREDIT_CARD(Sameness.LETTERS_AND_DIGITS),
  IBAN_CODE(Sameness.LETTERS_AND_DIGITS),
  IP_ADDRESS(Sameness.LETTER_CASE),
  MAC_ADDRESS(Sameness.LETTERS_AND_DIGITS),
  URL_CREDENTIALS(Sameness.EXACT),
  US_SSN(Sameness.LETTERS_AND_DIGITS),
  SE_PERSONNUMMER(Sameness.LETTERS_AND_DIGITS),
  UK_NINO(Sameness.LETTERS_AND_DIGITS),
  PASSPORT_NUMBER(Sameness.LETTERS_AND_DIGITS),
  DATE_OF_BIRTH(Sameness.LETTER_CASE),
  CRYPTO_ADDRESS(Sameness.EXACT),
  API_KEY(Sameness.EXACT),
  JWT(Sameness.EXACT),
  PRIVATE_KEY(Sameness.EXACT),
  PASSWORD(Sameness.EXACT);

  /** When two spellings mean the same value. */
  private enum Sameness {
    EXACT,
    LETTER_CASE,
    LETTERS_AND_DIGITS
  }

  private static final Set<EntityType> ALL =
      Collections.unmodifiableSet(EnumSet.allOf(EntityType.class));

  private final Sameness sameness;

  EntityType(Sameness sameness) {
    this.sameness = sameness;
  }

  /** Every type, in the order above. */
  public static Set<EntityType> all() {
    return ALL;
  }

  /** The type with a label; empty for one that is not recognised. */
  public static Optional<EntityType> ofLabel(String label) {
    for (EntityType type : values()) {
      if (type.label().equals(label)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** How it is written in JSON and in policies. */
  public String label() {
    return name();
  }

  /** Whether spaces and dashes within a value only help its reader. */
  boolean isGrouped() {
    return sameness == Sameness.LETTERS_AND_DIGITS;
  }

  /** One spelling for all those of the same value. */
  String canonical(String value) {
    return switch (sameness) {
      case EXACT -> value;
      case LETTER_CASE -> value.strip().toLowerCase(Locale.ROOT);
      case LETTERS_AND_DIGITS -> lettersAndDigits(value);
    };
  }

  private static String lettersAndDigits(String value) {
    StringBuilder plain = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isDigit(c)) {
        plain.append((char) ('0' + Character.digit(c, 10)));
      } else if (Character.isLetter(c)) {
        plain.append(Character.toUpperCase(c));
      }
    }
    return plain.toString();
  }
}
