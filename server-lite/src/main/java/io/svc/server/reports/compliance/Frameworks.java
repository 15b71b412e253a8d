package io.svc.server.reports.compliance;

import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** All frameworks. A new one requires a file in {@code resources/compliance} and an entry here. */
final class Frameworks {
  private static final List<String> NAMES =
      List.of("owasp_agentic", "owasp_llm", "eu_ai_act", "iso_42001", "nist_ai_rmf", "soc2");

  private Frameworks() {}

  /** Reads the frameworks on first use. */
  private static final class Holder {
    static final List<Framework> ALL = NAMES.stream().map(Frameworks::read).toList();
  }

  /** Returns the names of all frameworks, the default first. */
  static List<String> names() {
    return NAMES;
  }

  static List<Framework> all() {
    return Holder.ALL;
  }

  static Optional<Framework> find(String name) {
    return all().stream().filter(framework -> framework.id().equals(name)).findFirst();
  }

  private static Framework read(String name) {
    try (InputStream in = Frameworks.class.getResourceAsStream("/compliance/" + name + ".json")) {
      return Json.readStored(
          new String(in.readAllBytes(), StandardCharsets.UTF_8), Framework.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
