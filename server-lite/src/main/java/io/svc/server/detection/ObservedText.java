package io.svc.server.detection;

/**
 * A text of an observation.
 *
 * @param path such as {@code arguments.command}
 */
record ObservedText(String path, Kind kind, String text) {

  /** What a text is to whoever gets it. */
  enum Kind {
    /** It is run by a shell or an interpreter. */
    COMMAND,
    /** It is run by a database. */
    SQL,
    /** It is read: by people, or by a model. */
    PROSE,
    /** The name of what is done. */
    TOOL,
    /** A host that data is sent to. */
    DESTINATION,
    /** Anything else. */
    VALUE
  }
}
