package io.svc.server.proxy;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.NonEmpty;
import io.svc.server.decisions.DecisionResult;
import io.svc.server.decisions.EvalRequest;
import io.svc.server.decisions.HeldCall;
import io.svc.server.egress.OutgoingCall;
import io.svc.server.egress.StreamedResponse;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RawExchange;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.tenants.TenantSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The routes for calls of agents to other servers. Each call requires a decision, which is durable
 * before anything is sent; a denied call is not sent.
 */
public final class ProxyRoutes {
  private static final String URL_HEADER = "X-Svc-Target-Url";
  private static final String SCHEME_HEADER = "X-Svc-Upstream-Scheme";

  private final OutboundProxy proxy;
  private final ApprovalGate approvals;
  private final ConcurrencyLimits concurrencyLimits = new ConcurrencyLimits();

  ProxyRoutes(OutboundProxy proxy, ApprovalGate approvals) {
    this.proxy = proxy;
    this.approvals = approvals;
  }

  /** Registers the routes. */
  public void register(Api api) {
    RouteAccess access =
        RouteAccess.key(Scope.PROXY_USE, RateLimitBucket.PROXY).passingOn().forAgents();
    api.any("/v1/proxy", access, this::pass);
    api.any("/v1/proxy/{target}", access, this::pass);
  }

  private void pass(Call call) {
    RawExchange raw = call.raw();
    Caller caller = call.caller();
    raw.mark("X-Svc-Request-Id", caller.origin().requestId());
    List<RawExchange.Header> headers = raw.headers();
    Target target = target(raw, headers);
    TenantSettings settings = proxy.settings(caller.tenant());
    checkScheme(target, settings);
    ProxyCaller sender = ProxyCaller.of(headers, caller);
    String agent = sender.agentId().or(sender::workflowId).orElse("");
    try (ConcurrencyLimits.Permit permit =
        concurrencyLimits.acquire(caller.tenant().value(), caller.credential() + " " + agent)) {
      requireNonNull(permit, "place is null");
      pass(call, raw, new IncomingRequest(headers, target, settings, sender));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request of a caller without its body. */
  private record IncomingRequest(
      List<RawExchange.Header> headers,
      Target target,
      TenantSettings settings,
      ProxyCaller sender) {
    List<OutgoingCall.Header> passed() {
      return PassedHeaders.on(headers, Set.copyOf(settings.proxyStripHeaders()));
    }
  }

  private static Target target(RawExchange raw, List<RawExchange.Header> headers) {
    Optional<String> url = PassedHeaders.find(headers, URL_HEADER);
    Optional<String> scheme = PassedHeaders.find(headers, SCHEME_HEADER);
    boolean hasTarget = raw.target().filter(text -> !text.isEmpty()).isPresent();
    if (url.isPresent() == hasTarget || (url.isPresent() && raw.query().isPresent())) {
      throw new ApiException(
          ErrorCode.INVALID_PARAMETER,
          "Specify the address either after /v1/proxy/, or for /v1/proxy in the header "
              + URL_HEADER
              + ".");
    }
    return url.isPresent()
        ? Target.ofUrl(url.get())
        : Target.of(raw.target().orElseThrow(), raw.query(), scheme);
  }

  static void checkScheme(Target target, TenantSettings settings) {
    if (!target.isSecure() && !settings.allowPlainHttp()) {
      throw new ApiException(
          ErrorCode.INVALID_PARAMETER,
          "The address begins with http:, which the organization does not allow; expected https.");
    }
  }

  private void pass(Call call, RawExchange raw, IncomingRequest forwardRequest) throws IOException {
    RequestBody body = RequestBody.of(raw, proxy.largestBody());
    Caller caller = call.caller();
    DecisionResult ruling =
        proxy.rule(
            caller,
            request(raw.method(), forwardRequest, body),
            (decisionId, agentId, redactedPaths, changed) ->
                heldCall(
                    caller,
                    raw.method(),
                    forwardRequest,
                    body,
                    decisionId,
                    agentId,
                    redactedPaths.size(),
                    changed));
    ProxyExchange exchange = new ProxyExchange(plan(caller, raw.method(), forwardRequest, ruling));
    ruling.decisionId().ifPresent(id -> raw.mark("X-Svc-Decision-Id", id));
    raw.mark("X-Svc-Decision", ruling.effect().label());
    try {
      if (ruling.allowed()) {
        forward(call, raw, forwardRequest, body, ruling, exchange);
      } else if (ruling.effect() == Effect.REQUIRE_APPROVAL && ruling.approvalId().isPresent()) {
        exchange.waitsFor(ruling.approvalId().get());
        new HeldCallResponder(approvals).answer(call, raw, ruling);
      } else {
        exchange.denied();
        deny(call, raw, ruling);
      }
    } catch (ApiException e) {
      if (ruling.allowed()) {
        exchange.failed(e.code());
      }
      throw e;
    } finally {
      proxy.note(exchange);
    }
  }

  private static EvalRequest request(
      String method, IncomingRequest forwardRequest, RequestBody body) {
    ProxyCaller sender = forwardRequest.sender();
    return new EvalRequest(
        sender.agentId(),
        sender.workflowId(),
        sender.platform(),
        sender.sessionId(),
        Optional.empty(),
        sender.traceId(),
        Optional.empty(),
        new EvalRequest.Action(
            "http_request",
            "",
            "",
            "",
            method,
            forwardRequest.target().forPolicies(),
            body.arguments(),
            "",
            body.isOpaque()),
        new EvalRequest.Data(List.of(), Optional.empty()),
        new EvalRequest.Context("", "", "", sender.justification()),
        Set.of(),
        false,
        Optional.empty());
  }

  private Optional<HeldCall> heldCall(
      Caller caller,
      String method,
      IncomingRequest forwardRequest,
      RequestBody body,
      String decisionId,
      String agentId,
      int redactions,
      Optional<Map<String, Object>> changed) {
    if (body.completeBytes(changed).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        proxy.seal(
            caller.tenant(),
            new HeldRequest(
                decisionId,
                agentId,
                forwardRequest.sender().traceId(),
                redactions,
                method,
                forwardRequest.target(),
                forwardRequest.passed(),
                body.isPresent() ? body.completeBytes(changed) : Optional.empty())));
  }

  private static ProxyExchange.CallMetadata plan(
      Caller caller, String method, IncomingRequest forwardRequest, DecisionResult ruling) {
    return new ProxyExchange.CallMetadata(
        caller.tenant(),
        ruling.decisionId(),
        ruling.agentId(),
        ruling.sessionId(),
        forwardRequest.sender().traceId(),
        ruling.effect().label(),
        ruling.redactions().size(),
        method,
        forwardRequest.target());
  }

  private void forward(
      Call call,
      RawExchange raw,
      IncomingRequest forwardRequest,
      RequestBody body,
      DecisionResult ruling,
      ProxyExchange exchange)
      throws IOException {
    Optional<Map<String, Object>> changed =
        ruling.redactions().isEmpty() ? Optional.empty() : Optional.of(ruling.arguments());
    ProxyForwarder.ForwardedRequest forwardedCall =
        new ProxyForwarder.ForwardedRequest(
            raw.method(), forwardRequest.target(), forwardRequest.passed(), body.content(changed));
    try (StreamedResponse answer = proxy.send(forwardedCall, exchange)) {
      new ResponseStreamer(raw, exchange, forwardRequest.settings().proxyAllowSetCookie())
          .pass(answer, call.caller().origin().requestId());
    }
  }

  private static void deny(Call call, RawExchange raw, DecisionResult ruling) {
    raw.mark("X-Svc-Error", ErrorCode.EGRESS_DENIED.toString());
    call.reply(
        ErrorCode.EGRESS_DENIED.status(),
        new ProxyDenial(
            ErrorCode.EGRESS_DENIED.toString(),
            "The call was not sent: " + ruling.reason(),
            ErrorCode.EGRESS_DENIED.status(),
            ruling.decisionId(),
            ruling.reason(),
            ruling.reasonCode(),
            NonEmpty.of(ruling.policyId()),
            NonEmpty.of(ruling.ruleId()),
            call.caller().origin().requestId()));
  }
}
