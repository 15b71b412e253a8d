package io.svc.scanner.fix;

import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigSource;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome.Parsed;
import io.svc.scanner.fix.PinSource.Pin;
import io.svc.scanner.scan.Scanner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans fixes for texts, with names of variables that one run shares. */
final class FixRun {
  private static final Scanner SCANNER = Scanner.standard();

  private final VariableNames names;
  private Set<String> types = Set.of(Fix.SECRET);
  private boolean usesInputs = true;
  private Map<String, String> pins = Map.of();

  FixRun() {
    this(Map.of());
  }

  /** A run that finds values kept already. */
  FixRun(Map<String, String> kept) {
    names = new VariableNames(kept, Set.of());
  }

  FixRun withoutInputs() {
    usesInputs = false;
    return this;
  }

  FixRun pinning(Map<String, String> versions) {
    types = Set.of(Fix.PACKAGE, Fix.IMAGE);
    pins = versions;
    return this;
  }

  FixRun encrypting() {
    types = Set.of(Fix.TRANSPORT);
    return this;
  }

  FixPlan plan(String path, String text) {
    return plan(path, text.getBytes(StandardCharsets.UTF_8));
  }

  FixPlan plan(String path, byte[] bytes) {
    McpConfig config =
        ((Parsed) ConfigReader.read(Path.of(path), bytes, Optional.empty())).config();
    ConfigSource.valuesOf(config.root()).values().forEach(names::readReferences);
    PinSource source =
        use -> {
          for (Map.Entry<String, String> pin : pins.entrySet()) {
            if (use.isNamed(pin.getKey())) {
              return new Pin(Optional.of(pin.getValue()), "a test");
            }
          }
          return new Pin(Optional.empty(), "nobody knows its version");
        };
    FixOptions options =
        new FixOptions(types, usesInputs, Optional.empty(), source, AcceptedFindings.of(List.of()));
    boolean isKnown = McpClients.ofPath(path).isPresent();
    return new Fixer(SCANNER::subject, names, options).plan(config, bytes, isKnown).orElseThrow();
  }

  /** The changed text. */
  static String text(FixPlan plan) {
    return new String(plan.bytes(), StandardCharsets.UTF_8);
  }

  /** Why findings stay. */
  static List<String> reasons(FixPlan plan) {
    return plan.unfixed().stream().map(Fix::words).toList();
  }
}
