package io.svc.rules.catalog;

import io.svc.rules.AdvisoryIndex;
import io.svc.rules.CapabilityCatalog;
import io.svc.rules.Confusables;
import io.svc.rules.PackageCatalog;
import io.svc.rules.RuleIndex;
import io.svc.rules.SourceBundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What ships with the scanner: its rules and lists, read from what the build made of their files.
 * Every method reads its part once more at each call: keep what it returns.
 */
public final class RuleCatalog {
  private RuleCatalog() {}

  /** All rules. */
  public static RuleIndex bundled() {
    return RuleIndex.parse(read("rules.index"));
  }

  /** The files of rules under {@code secrets/} and of checks' pages under {@code checks/}. */
  public static Map<String, String> sources() {
    return SourceBundle.decode(read("sources.bundle"));
  }

  /** The well-known servers and packages. */
  public static PackageCatalog packages() {
    return PackageCatalog.parse(read("packages.index"));
  }

  /** What clients can do by themselves. */
  public static CapabilityCatalog capabilities() {
    return CapabilityCatalog.parse(read("capabilities.index"));
  }

  /** The known vulnerabilities of packages. */
  public static AdvisoryIndex advisories() {
    return AdvisoryIndex.parse(read("advisories.index"));
  }

  /** The characters that look like others. */
  public static Confusables confusables() {
    return new Confusables(read("confusables.index"));
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
