package io.svc.scanner.detect;

import io.svc.rules.CapabilityCatalog;
import io.svc.rules.Confusables;
import io.svc.rules.Ecosystem;
import io.svc.rules.PackageCatalog;
import io.svc.rules.catalog.RuleCatalog;
import java.util.EnumMap;
import java.util.Map;

/** The shipped lists that detectors look things up in, each read when it is first asked for. */
final class Lists {
  private Lists() {}

  private static final class Packages {
    private static final PackageCatalog LIST = RuleCatalog.packages();
  }

  private static final class Capabilities {
    private static final CapabilityCatalog LIST = RuleCatalog.capabilities();
  }

  private static final class LookAlikes {
    private static final Confusables TABLE = RuleCatalog.confusables();
  }

  private static final class Names {
    private static final Map<Ecosystem, KnownNames> KNOWN = new EnumMap<>(Ecosystem.class);

    static {
      for (Ecosystem ecosystem : Ecosystem.values()) {
        KNOWN.put(ecosystem, new KnownNames(packages(), ecosystem));
      }
    }
  }

  /** The names on the list of packages. */
  static KnownNames names(Ecosystem ecosystem) {
    return Names.KNOWN.get(ecosystem);
  }

  static PackageCatalog packages() {
    return Packages.LIST;
  }

  static CapabilityCatalog capabilities() {
    return Capabilities.LIST;
  }

  static Confusables confusables() {
    return LookAlikes.TABLE;
  }
}
