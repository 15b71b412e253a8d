package io.svc.cli.hook;

import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the JVM and the launcher tell of themselves.
 *
 * @param properties of the system
 */
public record JavaRuntime(Map<String, String> properties) {
  public JavaRuntime {
    properties = Map.copyOf(properties);
  }

  /** The one that this process runs in. */
  public static JavaRuntime current() {
    Properties system = System.getProperties();
    Map<String, String> properties = new TreeMap<>();
    for (String name : system.stringPropertyNames()) {
      properties.put(name, system.getProperty(name));
    }
    return new JavaRuntime(properties);
  }

  /** Version and vendor. */
  public String name() {
    return property("java.version") + " (" + property("java.vendor") + ")";
  }

  /** Where it is installed. */
  public String home() {
    return property("java.home");
  }

  /** Whether the launcher in front of the jar has started it: only that one knows of terminals. */
  public boolean isLaunched() {
    return properties.containsKey("svc.tty");
  }

  /** The archive of classes that the launcher has handed over; empty without one. */
  public String archive() {
    return property("svc.archive");
  }

  /** The archive that the launcher would hand over if it were there; empty without a cache. */
  public String expectedArchive() {
    return property("svc.archive.expected");
  }

  /** The locale that the user has set, which the launcher replaces; empty where none is known. */
  public String locale() {
    return property("svc.locale");
  }

  /** The file with this program: the class path of {@code java -jar}. */
  String program() {
    return property("java.class.path");
  }

  private String property(String name) {
    return properties.getOrDefault(name, "");
  }
}
