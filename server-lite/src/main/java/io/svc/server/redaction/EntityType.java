package io.svc.server.redaction;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A type of recognized text: built-in or defined by a tenant. If Microsoft Presidio has a name for
 * the type, that name is used. Names of persons and of places are not included, because no
 * recognizer here can distinguish them from other words. Types with the same name are equal.
 */
public final class EntityType implements Comparable<EntityType> {
  private static final List<EntityType> BUILT_IN = new ArrayList<>();

  public static final EntityType EMAIL_ADDRESS = builtIn("EMAIL_ADDRESS", Equivalence.LETTER_CASE);
  public static final EntityType PHONE_NUMBER =
      builtIn("PHONE_NUMBER", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType CREDIT_CARD =
      builtIn("CREDIT_CARD", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType IBAN_CODE = builtIn("IBAN_CODE", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType IP_ADDRESS = builtIn("IP_ADDRESS", Equivalence.LETTER_CASE);
  public static final EntityType MAC_ADDRESS =
      builtIn("MAC_ADDRESS", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType URL_CREDENTIALS = builtIn("URL_CREDENTIALS", Equivalence.EXACT);
  public static final EntityType US_SSN = builtIn("US_SSN", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType SE_PERSONNUMMER =
      builtIn("SE_PERSONNUMMER", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType UK_NINO = builtIn("UK_NINO", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType PASSPORT_NUMBER =
      builtIn("PASSPORT_NUMBER", Equivalence.LETTERS_AND_DIGITS);
  public static final EntityType DATE_OF_BIRTH = builtIn("DATE_OF_BIRTH", Equivalence.LETTER_CASE);
  public static final EntityType CRYPTO_ADDRESS = builtIn("CRYPTO_ADDRESS", Equivalence.EXACT);
  public static final EntityType API_KEY = builtIn("API_KEY", Equivalence.EXACT);
  public static final EntityType JWT = builtIn("JWT", Equivalence.EXACT);
  public static final EntityType PRIVATE_KEY = builtIn("PRIVATE_KEY", Equivalence.EXACT);
  public static final EntityType PASSWORD = builtIn("PASSWORD", Equivalence.EXACT);

  /** When two spellings are the same value. */
  private enum Equivalence {
    EXACT,
    LETTER_CASE,
    LETTERS_AND_DIGITS
  }

  private static final Set<EntityType> ALL =
      Collections.unmodifiableSet(new LinkedHashSet<>(BUILT_IN));

  private static final Pattern CUSTOM_TYPE_NAME = Pattern.compile("[A-Z][A-Z0-9_]{1,39}");

  private final String label;
  private final Equivalence sameness;
  private final int order;

  private EntityType(String label, Equivalence sameness, int order) {
    this.label = label;
    this.sameness = sameness;
    this.order = order;
  }

  private static EntityType builtIn(String label, Equivalence sameness) {
    EntityType type = new EntityType(label, sameness, BUILT_IN.size());
    BUILT_IN.add(type);
    return type;
  }

  /**
   * Returns a tenant's type.
   *
   * @param label 2 to 40 capital letters, digits and underscores, which no other type has
   */
  public static EntityType custom(String label) {
    if (!CUSTOM_TYPE_NAME.matcher(label).matches() || ofLabel(label).isPresent()) {
      throw new IllegalArgumentException(
          "\"" + label + "\": expected a unique name of capital letters, digits and _");
    }
    return new EntityType(label, Equivalence.EXACT, Integer.MAX_VALUE);
  }

  /** Every built-in type, in the order above. */
  public static Set<EntityType> all() {
    return ALL;
  }

  /** The built-in type with a label; empty for an unknown one. */
  public static Optional<EntityType> ofLabel(String label) {
    for (EntityType type : ALL) {
      if (type.label().equals(label)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** The label in JSON and in policies. */
  @JsonValue
  public String label() {
    return label;
  }

  /** Built-in types in their order, then tenants' types by name. */
  @Override
  public int compareTo(EntityType other) {
    return order == other.order
        ? label.compareTo(other.label)
        : Integer.compare(order, other.order);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EntityType type && type.label.equals(label);
  }

  @Override
  public int hashCode() {
    return label.hashCode();
  }

  @Override
  public String toString() {
    return label;
  }

  /** Returns whether spaces and dashes within a value only group it. */
  boolean isGrouped() {
    return sameness == Equivalence.LETTERS_AND_DIGITS;
  }

  /** Returns the canonical spelling of a value. */
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
