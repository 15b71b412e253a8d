package io.svc.scanner.client;

/** The scope of a configuration file, in the order of the discovery's result, nearest first. */
public enum ConfigScope {
  /** All users of a project folder. */
  PROJECT,
  /** One user on one machine. */
  USER,
  /** All users of one machine. */
  SYSTEM
}
