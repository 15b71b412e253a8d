package io.svc.scanner.detect;

import io.svc.rules.CapabilityCatalog;
import io.svc.rules.Confusables;
import io.svc.rules.PackageCatalog;
import io.svc.rules.catalog.RuleCatalog;

/** The shipped lists that detectors use. Each is loaded on first use. */
public final class DetectionLists {
  private DetectionLists() {}

  private static final class Packages {
    private static final PackageCatalog LIST = RuleCatalog.packages();
  }

  private static final class Capabilities {
    private static final CapabilityCatalog LIST = RuleCatalog.capabilities();
  }

  private static final class LookAlikes {
    private static final Confusables TABLE = RuleCatalog.confusables();
  }

  public static PackageCatalog packages() {
    return Packages.LIST;
  }

  public static CapabilityCatalog capabilities() {
    return Capabilities.LIST;
  }

  /** Replaces characters that look like ASCII by their ASCII equivalents. */
  public static String toAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 127) {
        return LookAlikes.TABLE.toAscii(text);
      }
    }
    return text;
  }
}
