package io.svc.cli.hook;

import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Information about the JVM and the launcher.
 *
 * @param properties the system properties
 */
public record JavaRuntime(Map<String, String> properties) {
  public JavaRuntime {
    properties = Map.copyOf(properties);
  }

  /** Returns the runtime of this process. */
  public static JavaRuntime current() {
    Properties system = System.getProperties();
    Map<String, String> properties = new TreeMap<>();
    for (String name : system.stringPropertyNames()) {
      properties.put(name, system.getProperty(name));
    }
    return new JavaRuntime(properties);
  }

  /** Returns the version and vendor. */
  public String name() {
    return property("java.version") + " (" + property("java.vendor") + ")";
  }

  /** Returns the installation directory. */
  public String home() {
    return property("java.home");
  }

  /** Returns whether the launcher started the jar: only the launcher detects terminals. */
  public boolean isLaunched() {
    return properties.containsKey("svc.tty");
  }

  /** Returns the class archive that the launcher passed; empty without one. */
  public String archive() {
    return property("svc.archive");
  }

  /** Returns the archive that the launcher would pass if it existed; empty without a cache. */
  public String expectedArchive() {
    return property("svc.archive.expected");
  }

  /** Returns the user's locale, which the launcher replaces; empty if it is unknown. */
  public String locale() {
    return property("svc.locale");
  }

  /** Returns the file of this program: the class path of {@code java -jar}. */
  String program() {
    return property("java.class.path");
  }

  private String property(String name) {
    return properties.getOrDefault(name, "");
  }
}
