package io.svc.cli.fix;

import io.svc.cli.console.UserErrorException;
import io.svc.rules.Ecosystem;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.checks.packages.UnpinnedPackage;
import io.svc.scanner.fix.LockedVersions;
import io.svc.scanner.fix.PinSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Versions named by the user and versions from lock files in the directory of a config file. */
final class LocalPinSource implements PinSource {
  private static final String DIGEST = "@sha256:";
  private static final long LARGEST_LOCK_FILE = 64L * 1024 * 1024;

  private final Map<String, String> configured;
  private final Set<String> used;
  private final List<Path> directories;
  private final Map<Path, Optional<String>> texts = new HashMap<>();

  private LocalPinSource(Map<String, String> configured, Set<String> used, List<Path> directories) {
    this.configured = configured;
    this.used = used;
    this.directories = directories;
  }

  /** Returns the versions named by the user; lock files are added for each config file. */
  static LocalPinSource of(List<String> pins) {
    Map<String, String> configured = new LinkedHashMap<>();
    for (String pin : pins) {
      int digest = pin.indexOf(DIGEST);
      int split = digest > 0 ? digest : pin.lastIndexOf('=');
      if (split <= 0 || split == pin.length() - 1) {
        throw new UserErrorException(
            "--pin is \"" + pin + "\"; expected NAME=VERSION or IMAGE@sha256:DIGEST");
      }
      configured.put(pin.substring(0, split).replaceAll("=+$", ""), pin.substring(split + 1));
    }
    return new LocalPinSource(configured, new LinkedHashSet<>(), List.of());
  }

  /** Returns a copy that reads the lock files in the given directories. */
  LocalPinSource withLockFilesIn(List<Path> others) {
    return new LocalPinSource(configured, used, others);
  }

  /** Returns the pins that the user named and that were not used. */
  Set<String> unused() {
    Set<String> unused = new LinkedHashSet<>(configured.keySet());
    unused.removeAll(used);
    return unused;
  }

  @Override
  public Pin pinOf(UnpinnedPackage use) {
    for (Map.Entry<String, String> pin : configured.entrySet()) {
      if (use.isNamed(pin.getKey())) {
        used.add(pin.getKey());
        return new Pin(Optional.of(pin.getValue()), "--pin");
      }
    }
    boolean isImage = use.ecosystem() == Ecosystem.IMAGE;
    if (isImage || use.ecosystem() == Ecosystem.GO) {
      return new Pin(
          Optional.empty(),
          isImage
              ? "specify its digest with --pin IMAGE@sha256:DIGEST"
              : "specify its version with --pin NAME=VERSION");
    }
    return locked(use);
  }

  private Pin locked(UnpinnedPackage use) {
    boolean isNode = use.ecosystem() == Ecosystem.NPM;
    List<String> names = isNode ? LockedVersions.NODE : LockedVersions.PYTHON;
    List<String> ambiguous = new ArrayList<>();
    for (Path directory : directories) {
      for (String name : names) {
        Optional<String> text = text(directory.resolve(name));
        Set<String> versions =
            text.isPresent() ? LockedVersions.in(name, text.get(), use::isNamed) : Set.of();
        if (versions.size() == 1) {
          return new Pin(Optional.of(versions.iterator().next()), name);
        }
        if (versions.size() > 1) {
          ambiguous.add(name);
        }
      }
      Optional<String> installed = isNode ? installed(directory, use.name()) : Optional.empty();
      if (installed.isPresent()) {
        return new Pin(installed, "node_modules");
      }
    }
    return new Pin(
        Optional.empty(),
        ambiguous.isEmpty()
            ? "not found in a lock file next to the configuration file; specify its version with"
                + " --pin NAME=VERSION"
            : ambiguous.get(0)
                + " contains several versions of it; specify one with --pin"
                + " NAME=VERSION");
  }

  private Optional<String> installed(Path directory, String name) {
    if (name.contains("..")) {
      return Optional.empty();
    }
    try {
      return text(directory.resolve("node_modules").resolve(name).resolve("package.json"))
          .flatMap(LockedVersions::ofPackage);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<String> text(Path file) {
    Optional<String> cached = texts.get(file);
    if (cached == null) {
      cached = read(file);
      texts.put(file, cached);
    }
    return cached;
  }

  private static Optional<String> read(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= LARGEST_LOCK_FILE
          ? Optional.of(new String(RegularFile.bytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
