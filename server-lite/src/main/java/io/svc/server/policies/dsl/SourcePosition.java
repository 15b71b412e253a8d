package io.svc.server.policies.dsl;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** A position in the document, counted from 1. */
record SourcePosition(int line, int column) {
  static final SourcePosition START = new SourcePosition(1, 1);

  static SourcePosition of(Mark mark) {
    return new SourcePosition(mark.getLine() + 1, mark.getColumn() + 1);
  }

  static SourcePosition of(Node node) {
    return node.getStartMark().map(SourcePosition::of).orElse(START);
  }
}
