package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;
import java.util.Optional;

/** A compiled {@code when}. Immutable, safe for many threads. */
final class Condition {
  /** What a condition says. */
  enum Verdict {
    HOLDS,
    DOES_NOT_HOLD,
    /** A missing field, a wrong type, a limit: anything but yes or no. */
    UNEVALUABLE;

    static Verdict of(boolean holds) {
      return holds ? HOLDS : DOES_NOT_HOLD;
    }
  }

  private final String source;
  private final Program program;
  private final Optional<Boolean> constant;

  Condition(String source, Program program, Optional<Boolean> constant) {
    this.source = requireNonNull(source, "source is null");
    this.program = requireNonNull(program, "program is null");
    this.constant = requireNonNull(constant, "constant is null");
  }

  String source() {
    return source;
  }

  /** What it says of every call, if it names no fact. */
  Optional<Boolean> constant() {
    return constant;
  }

  Verdict evaluate(Subject subject) {
    try {
      Object value = program.eval(subject.variables());
      return value instanceof Boolean holds ? Verdict.of(holds) : Verdict.UNEVALUABLE;
    } catch (CelEvaluationException | RuntimeException | StackOverflowError e) {
      // Whatever goes wrong inside the library must not let the call through.
      return Verdict.UNEVALUABLE;
    }
  }
}
