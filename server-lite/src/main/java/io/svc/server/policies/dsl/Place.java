package io.svc.server.policies.dsl;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** Where something stands, counted from 1. */
record Place(int line, int column) {
  static final Place START = new Place(1, 1);

  static Place of(Mark mark) {
    return new Place(mark.getLine() + 1, mark.getColumn() + 1);
  }

  static Place of(Node node) {
    return node.getStartMark().map(Place::of).orElse(START);
  }
}
