package io.svc.server.detection;

/**
 * A text of an observation.
 *
 * @param path such as {@code arguments.command}
 */
record ObservedText(String path, Kind kind, String text) {

  /** The use of a text by its recipient. */
  enum Kind {
    /** Executed by a shell or an interpreter. */
    COMMAND,
    /** Executed by a database. */
    SQL,
    /** Read by people or by a model. */
    PROSE,
    /** The name of the action. */
    TOOL,
    /** A host that receives data. */
    DESTINATION,
    /** Anything else. */
    VALUE
  }
}
