package io.svc.scanner.client;

/** For whom a configuration file counts. Declared nearest first, the order discovery reports in. */
public enum ConfigScope {
  /** Everyone who opens one project folder. */
  PROJECT,
  /** One person on one machine. */
  USER,
  /** Everyone on one machine. */
  SYSTEM
}
