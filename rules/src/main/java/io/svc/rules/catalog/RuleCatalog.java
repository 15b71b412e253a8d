package io.svc.rules.catalog;

import io.svc.rules.RuleIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The rules that ship with the scanner, read from the index that the build made of their files. */
public final class RuleCatalog {
  private static final String INDEX = "rules.index";

  private RuleCatalog() {}

  /** All shipped rules. Reads the index once more at each call: keep what it returns. */
  public static RuleIndex bundled() {
    try (InputStream index = RuleCatalog.class.getResourceAsStream(INDEX)) {
      if (index == null) {
        throw new IllegalStateException(
            "The rule index is not on the class path; build with Maven");
      }
      return RuleIndex.parse(new String(index.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
