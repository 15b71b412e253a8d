package io.svc.server.redaction;

import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.SecretFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds personal data and secrets in text. What has a checksum is only found when it is right; what
 * could be many things is only found near a word that tells. Time grows with the length of the
 * text, whatever it holds. Immutable and safe for many threads.
 */
public final class Recognizers {
  /**
   * A recognizer and its types.
   *
   * @param needsDigit whether it finds nothing in a text without a digit
   */
  private record Entry(List<EntityType> types, boolean needsDigit, Recognizer recognizer) {
    boolean canFindIn(Passage passage, Matches matches) {
      if (needsDigit && !passage.hasDigit()) {
        return false;
      }
      for (EntityType type : types) {
        if (matches.wants(type)) {
          return true;
        }
      }
      return false;
    }
  }

  private final List<Entry> entries;

  /** All that there are. */
  public Recognizers() {
    this(new SecretFormats(RuleCatalog.bundled()));
  }

  /** All that there are, with given formats of keys. */
  public Recognizers(SecretFormats formats) {
    entries =
        List.of(
            entry(new EmailAddresses(), EntityType.EMAIL_ADDRESS),
            ofDigits(new PhoneNumbers(), EntityType.PHONE_NUMBER),
            ofDigits(new CardNumbers(), EntityType.CREDIT_CARD),
            ofDigits(new AccountNumbers(), EntityType.IBAN_CODE),
            entry(new IpAddresses(), EntityType.IP_ADDRESS),
            entry(new MacAddresses(), EntityType.MAC_ADDRESS),
            entry(new UrlCredentials(), EntityType.URL_CREDENTIALS),
            ofDigits(new SocialSecurityNumbers(), EntityType.US_SSN),
            ofDigits(new Personnummer(), EntityType.SE_PERSONNUMMER),
            ofDigits(new InsuranceNumbers(), EntityType.UK_NINO),
            entry(new PassportNumbers(), EntityType.PASSPORT_NUMBER),
            ofDigits(new BirthDates(), EntityType.DATE_OF_BIRTH),
            entry(new CryptoAddresses(), EntityType.CRYPTO_ADDRESS),
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

  /** These, and patterns of a tenant. */
  Recognizers with(List<OwnPattern> patterns) {
    List<Entry> all = new ArrayList<>(entries);
    patterns.forEach(pattern -> all.add(entry(pattern, pattern.type())));
    return new Recognizers(all);
  }

  private static Entry entry(Recognizer recognizer, EntityType... types) {
    return new Entry(List.of(types), false, recognizer);
  }

  private static Entry ofDigits(Recognizer recognizer, EntityType type) {
    return new Entry(List.of(type), true, recognizer);
  }

  /**
   * What is recognised, in the order of the text and without overlaps: of those that overlap the
   * surest stays, then the longest.
   */
  public List<Recognition> find(String text, Set<EntityType> wanted, double minScore) {
    return find(new Passage(text, "", ""), new Matches(wanted, type -> minScore));
  }

  List<Recognition> find(Passage passage, Matches matches) {
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
