package io.svc.server.tenants;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.svc.server.http.Fields;
import io.svc.server.http.Texts;

/**
 * What a tenant can set.
 *
 * @param riskThreshold a workflow with this composite risk or more is not certified
 * @param calibrationThreshold share of matching verdicts that a replay must reach, 0 to 1
 * @param minReplaySamples how many recorded decisions a replay needs
 * @param evidenceMaxAgeHours how old a replay may be when it is used
 * @param retentionDays how long things are kept
 * @param approvalTimeoutSeconds after which an approval that nobody gave is denied
 * @param autoRegister whether agents become known by their first call
 * @param requireTwoPersonPromotion whether who asks for a promotion may not be who confirms it
 * @param allowPlainHttp whether the outbound proxy may call without TLS
 * @param denyRejected whether agents that were rejected where they were discovered may do nothing
 * @param certifyObserved whether a policy that only observes is enough for a certification
 * @param traceUrlTemplate where traces can be looked at; see {@link TraceUrl}. Empty for nowhere,
 *     as in settings that were stored before there was such a one
 * @param telemetryContent whether what models and tools are told and answer is kept of telemetry,
 *     without secrets and personal data
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record TenantSettings(
    int riskThreshold,
    double calibrationThreshold,
    int minReplaySamples,
    int evidenceMaxAgeHours,
    RetentionDays retentionDays,
    int approvalTimeoutSeconds,
    boolean autoRegister,
    boolean requireTwoPersonPromotion,
    boolean allowPlainHttp,
    boolean denyRejected,
    boolean certifyObserved,
    String traceUrlTemplate,
    boolean telemetryContent) {

  /** What a tenant begins with. */
  public static final TenantSettings DEFAULT =
      new TenantSettings(
          60,
          1.0,
          1,
          168,
          new RetentionDays(90, 180, 2555),
          900,
          true,
          false,
          false,
          false,
          false,
          "",
          false);

  private static final int LONGEST_RETENTION = 36_500;

  /** How long things are kept, in days. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RetentionDays(int sessions, int events, int audit) {}

  public TenantSettings {
    requireNonNull(retentionDays, "retentionDays is null");
    traceUrlTemplate = traceUrlTemplate == null ? "" : traceUrlTemplate;
  }

  /** These settings, with those changed that were sent. */
  TenantSettings with(Fields sent) {
    Fields days = sent.object("retentionDays");
    return new TenantSettings(
        whole(sent, "riskThreshold", 0, 100, riskThreshold),
        sent.decimal("calibrationThreshold", 0, 1, calibrationThreshold),
        whole(sent, "minReplaySamples", 1, 1_000_000, minReplaySamples),
        whole(sent, "evidenceMaxAgeHours", 1, 8_760, evidenceMaxAgeHours),
        new RetentionDays(
            whole(days, "sessions", 1, LONGEST_RETENTION, retentionDays.sessions()),
            whole(days, "events", 1, LONGEST_RETENTION, retentionDays.events()),
            whole(days, "audit", 365, LONGEST_RETENTION, retentionDays.audit())),
        whole(sent, "approvalTimeoutSeconds", 10, 604_800, approvalTimeoutSeconds),
        sent.flag("autoRegister", autoRegister),
        sent.flag("requireTwoPersonPromotion", requireTwoPersonPromotion),
        sent.flag("allowPlainHttp", allowPlainHttp),
        sent.flag("denyRejected", denyRejected),
        sent.flag("certifyObserved", certifyObserved),
        template(sent),
        sent.flag("telemetryContent", telemetryContent));
  }

  /** Null, or a blank text, takes it away. */
  private String template(Fields sent) {
    if (sent.isNull("traceUrlTemplate")) {
      return "";
    }
    if (!sent.has("traceUrlTemplate")) {
      return traceUrlTemplate;
    }
    String template = sent.optionalText("traceUrlTemplate", TraceUrl.LONGEST).orElse("");
    if (!template.isEmpty()) {
      TraceUrl.problem(template)
          .ifPresent(
              problem ->
                  sent.problem(
                      "invalid",
                      "traceUrlTemplate",
                      "\"traceUrlTemplate\" is \""
                          + Texts.shown(template)
                          + "\"; "
                          + problem
                          + ". An address such as https://tempo.example/trace/{trace_id} was"
                          + " expected."));
    }
    return template;
  }

  private static int whole(Fields sent, String name, int least, int most, int otherwise) {
    return (int) sent.number(name, least, most).orElse(otherwise);
  }
}
