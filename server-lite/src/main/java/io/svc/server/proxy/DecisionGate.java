package io.svc.server.proxy;

import io.svc.server.decisions.CallSealer;
import io.svc.server.decisions.DecisionResult;
import io.svc.server.decisions.EvalRequest;
import io.svc.server.http.Caller;

/** Decides on calls. The returned decision is durable. */
@FunctionalInterface
public interface DecisionGate {
  DecisionResult rule(Caller caller, EvalRequest request, CallSealer sealer);
}
