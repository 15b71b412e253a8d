package io.svc.scanner.client;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A machine in memory with a home and a project folder, for one test. */
final class TestMachine {

  private final OperatingSystem system;
  private final Path home;
  private final Path project;
  private final Map<String, String> environment = new HashMap<>();

  private TestMachine(OperatingSystem system, FileSystem files, String home, String project) {
    this.system = system;
    this.home = files.getPath(home);
    this.project = files.getPath(project);
  }

  static TestMachine with(OperatingSystem system) {
    return switch (system) {
      case LINUX ->
          new TestMachine(
              system, Jimfs.newFileSystem(Configuration.unix()), "/home/me", "/srv/shop");
      case MACOS ->
          new TestMachine(
              system, Jimfs.newFileSystem(Configuration.osX()), "/Users/me", "/srv/shop");
      case WINDOWS ->
          new TestMachine(
              system, Jimfs.newFileSystem(Configuration.windows()), "C:\\Users\\me", "C:\\shop");
    };
  }

  TestMachine set(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Creates an empty file, in the notation of {@link ExpectedPlace#path}. */
  Path create(String location) {
    try {
      Path file = path(location);
      Files.createDirectories(file.getParent());
      return Files.exists(file) ? file : Files.writeString(file, "# mcp");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path(String location) {
    if (location.startsWith("~/")) {
      return home.resolve(location.substring(2));
    }
    if (location.startsWith("./")) {
      return project.resolve(location.substring(2));
    }
    if (location.startsWith("app:")) {
      return home.resolve(applicationData()).resolve(location.substring("app:".length()));
    }
    return home.getFileSystem().getPath(location);
  }

  ConfigDiscovery discovery() {
    return discoveryIn(project);
  }

  ConfigDiscovery discoveryIn(Path folder) {
    return new ConfigDiscovery(system, home, folder, environment);
  }

  Path home() {
    return home;
  }

  private String applicationData() {
    return switch (system) {
      case LINUX -> ".config";
      case MACOS -> "Library/Application Support";
      case WINDOWS -> "AppData/Roaming";
    };
  }
}
