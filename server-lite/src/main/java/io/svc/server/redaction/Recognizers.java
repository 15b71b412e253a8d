package io.svc.server.redaction;

import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds personal data and secrets in text. Values with a checksum are found only if it is correct;
 * ambiguous values only near a context word. Time grows with the length of the text, regardless of
 * its content. Immutable and safe for many threads.
 */
public final class Recognizers {
  /**
   * A recognizer and its types.
   *
   * @param shortest the minimum length of a text that can match, in characters
   * @param fewestDigits the minimum number of digits of such a text
   */
  private record Entry(
      List<EntityType> types, int shortest, int fewestDigits, Recognizer recognizer) {
    boolean canFindIn(TextWithContext passage, RecognitionCollector matches) {
      if (passage.length() < shortest || passage.digitCount() < fewestDigits) {
        return false;
      }
      for (EntityType type : types) {
        if (matches.includes(type)) {
          return true;
        }
      }
      return false;
    }
  }

  private final List<Entry> entries;

  /** All built-in recognizers. */
  public Recognizers() {
    this(new SecretFormatMatcher(RuleCatalog.bundled()));
  }

  /** All built-in recognizers, with given formats of keys. */
  public Recognizers(SecretFormatMatcher formats) {
    entries =
        List.of(
            entry(new EmailAddresses(), EntityType.EMAIL_ADDRESS),
            ofDigits(7, new PhoneNumbers(), EntityType.PHONE_NUMBER),
            ofDigits(12, new CardNumbers(), EntityType.CREDIT_CARD),
            ofDigits(2, new AccountNumbers(), EntityType.IBAN_CODE),
            entry(new IpAddresses(), EntityType.IP_ADDRESS),
            ofLength(14, new MacAddresses(), EntityType.MAC_ADDRESS),
            entry(new UrlCredentials(), EntityType.URL_CREDENTIALS),
            ofDigits(9, new SocialSecurityNumbers(), EntityType.US_SSN),
            ofDigits(10, new Personnummer(), EntityType.SE_PERSONNUMMER),
            ofDigits(6, new InsuranceNumbers(), EntityType.UK_NINO),
            entry(new PassportNumbers(), EntityType.PASSPORT_NUMBER),
            ofDigits(3, new BirthDates(), EntityType.DATE_OF_BIRTH),
            ofLength(14, new CryptoAddresses(), EntityType.CRYPTO_ADDRESS),
            entry(new WebTokens(), EntityType.JWT),
            entry(new PrivateKeys(), EntityType.PRIVATE_KEY),
            entry(new NamedSecrets(), EntityType.PASSWORD, EntityType.API_KEY),
            entry(
                new VendorSecrets(formats),
                EntityType.API_KEY,
                EntityType.JWT,
                EntityType.PRIVATE_KEY,
                EntityType.PASSWORD));
  }

  private Recognizers(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** Returns these recognizers and a tenant's patterns. */
  Recognizers with(List<CustomPattern> patterns) {
    List<Entry> all = new ArrayList<>(entries);
    patterns.forEach(pattern -> all.add(entry(pattern, pattern.type())));
    return new Recognizers(all);
  }

  private static Entry entry(Recognizer recognizer, EntityType... types) {
    return new Entry(List.of(types), 1, 0, recognizer);
  }

  private static Entry ofDigits(int fewest, Recognizer recognizer, EntityType type) {
    return new Entry(List.of(type), fewest, fewest, recognizer);
  }

  private static Entry ofLength(int shortest, Recognizer recognizer, EntityType type) {
    return new Entry(List.of(type), shortest, 0, recognizer);
  }

  /**
   * Returns the recognitions in the order of the text, without overlaps: of overlapping ones, the
   * one with the highest score, then the longest.
   */
  public List<RecognizedEntity> find(String text, Set<EntityType> types, double minScore) {
    return find(
        new TextWithContext(text, "", ""), new RecognitionCollector(types, type -> minScore));
  }

  List<RecognizedEntity> find(TextWithContext passage, RecognitionCollector matches) {
    if (passage.length() == 0) {
      return List.of();
    }
    for (Entry entry : entries) {
      if (entry.canFindIn(passage, matches)) {
        entry.recognizer().find(passage, matches);
      }
    }
    return matches.settled();
  }
}
