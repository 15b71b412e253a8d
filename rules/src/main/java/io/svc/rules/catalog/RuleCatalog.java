package io.svc.rules.catalog;

import io.svc.rules.AdvisoryIndex;
import io.svc.rules.CapabilityCatalog;
import io.svc.rules.Confusables;
import io.svc.rules.CredentialOptions;
import io.svc.rules.PackageCatalog;
import io.svc.rules.RuleIndex;
import io.svc.rules.SourceBundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The shipped rules and lists, as constants of a class that the build generates: a class-data
 * archive contains classes, but no resources. Every method decodes its text at each call: retain
 * the result.
 */
public final class RuleCatalog {
  private RuleCatalog() {}

  /** Returns all rules. */
  public static RuleIndex bundled() {
    return new RuleIndex(
        CatalogTexts.keywords(), CatalogTexts.contexts(), CatalogTexts.RULES, new CatalogTexts());
  }

  /**
   * Returns the rule files under {@code secrets/} and the documentation pages of checks under
   * {@code checks/}.
   */
  public static Map<String, String> sources() {
    return SourceBundle.decode(read("sources.bundle"));
  }

  /** Returns the well-known servers and packages. */
  public static PackageCatalog packages() {
    return PackageCatalog.parse(CatalogTexts.packages());
  }

  /** Returns the built-in capabilities of clients. */
  public static CapabilityCatalog capabilities() {
    return CapabilityCatalog.parse(CatalogTexts.capabilities());
  }

  /** Returns the options of common tools that take a credential. */
  public static CredentialOptions credentialOptions() {
    return CredentialOptions.parse(CatalogTexts.options());
  }

  /** Returns the known vulnerabilities of packages. */
  public static AdvisoryIndex advisories() {
    return AdvisoryIndex.parse(CatalogTexts.advisories());
  }

  /** Returns the confusable characters. */
  public static Confusables confusables() {
    return new Confusables(CatalogTexts.confusables());
  }

  private static String read(String name) {
    try (InputStream stream = RuleCatalog.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(
            "The catalogue's " + name + " is not on the class path; build with Maven");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
