package io.svc.server.tenants;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The settings of a tenant.
 *
 * @param riskThreshold a workflow with this composite risk or more is not certified
 * @param calibrationThreshold the share of matching decisions that a replay must reach, 0 to 1
 * @param minReplaySamples the number of recorded decisions that a replay needs
 * @param evidenceMaxAgeHours the maximum age of a replay when it is used
 * @param retentionDays the retention of records
 * @param approvalTimeoutSeconds the time after which a pending approval is denied
 * @param autoRegister whether agents are registered by their first call
 * @param requireTwoPersonPromotion whether a promotion must be confirmed by another member than the
 *     one who requested it
 * @param allowPlainHttp whether the outbound proxy may call without TLS
 * @param denyRejected whether agents that were rejected in discovery are denied everything
 * @param certifyObserved whether a policy in observe mode is sufficient for a certification
 * @param proxyStripHeaders headers that the outbound proxy removes from requests, in addition to
 *     its fixed list
 * @param proxyAllowSetCookie whether the outbound proxy passes {@code Set-Cookie} headers of
 *     responses
 * @param traceUrlTemplate the URL of a trace in another system; see {@link TraceUrl}; empty for
 *     none
 * @param telemetryContent whether telemetry's inputs and outputs of models and tools are stored,
 *     without secrets and personal data
 * @param approvalGroups the members of the groups that policies name: identifiers or addresses
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
    List<String> proxyStripHeaders,
    boolean proxyAllowSetCookie,
    String traceUrlTemplate,
    boolean telemetryContent,
    Map<String, List<String>> approvalGroups) {

  /** The default settings. */
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
          List.of(),
          false,
          "",
          false,
          Map.of());

  private static final int LONGEST_RETENTION = 36_500;
  private static final int MAX_HEADERS = 50;
  private static final int LONGEST_HEADER = 100;
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9a-z-]+");
  private static final int MAX_GROUPS = 100;
  private static final int LONGEST_GROUP = 200;
  private static final int MAX_MEMBERS = 500;

  /** The retention of records, in days. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RetentionDays(int sessions, int events, int audit) {}

  public TenantSettings {
    requireNonNull(retentionDays, "retentionDays is null");
    requireNonNull(traceUrlTemplate, "traceUrlTemplate is null");
    proxyStripHeaders = List.copyOf(proxyStripHeaders);
    Map<String, List<String>> groups = new TreeMap<>();
    approvalGroups.forEach((name, members) -> groups.put(name, List.copyOf(members)));
    approvalGroups = Collections.unmodifiableMap(groups);
  }

  /** Returns these settings with the sent ones changed. */
  TenantSettings with(Fields sent) {
    Fields days = sent.object("retentionDays");
    return new TenantSettings(
        integer(sent, "riskThreshold", 0, 100, riskThreshold),
        sent.decimal("calibrationThreshold", 0, 1, calibrationThreshold),
        integer(sent, "minReplaySamples", 1, 1_000_000, minReplaySamples),
        integer(sent, "evidenceMaxAgeHours", 1, 8_760, evidenceMaxAgeHours),
        new RetentionDays(
            integer(days, "sessions", 1, LONGEST_RETENTION, retentionDays.sessions()),
            integer(days, "events", 1, LONGEST_RETENTION, retentionDays.events()),
            integer(days, "audit", 365, LONGEST_RETENTION, retentionDays.audit())),
        integer(sent, "approvalTimeoutSeconds", 10, 604_800, approvalTimeoutSeconds),
        sent.flag("autoRegister", autoRegister),
        sent.flag("requireTwoPersonPromotion", requireTwoPersonPromotion),
        sent.flag("allowPlainHttp", allowPlainHttp),
        sent.flag("denyRejected", denyRejected),
        sent.flag("certifyObserved", certifyObserved),
        headers(sent),
        sent.flag("proxyAllowSetCookie", proxyAllowSetCookie),
        template(sent),
        sent.flag("telemetryContent", telemetryContent),
        groups(sent));
  }

  private List<String> headers(Fields sent) {
    if (!sent.has("proxyStripHeaders")) {
      return proxyStripHeaders;
    }
    List<String> names =
        sent.texts("proxyStripHeaders", MAX_HEADERS, LONGEST_HEADER).stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .distinct()
            .toList();
    for (String name : names) {
      if (!HEADER.matcher(name).matches()) {
        sent.problem(
            "invalid",
            "proxyStripHeaders",
            "\"proxyStripHeaders\" has \""
                + MessageTexts.shown(name)
                + "\"; expected the name of a header such as x-internal-user.");
      }
    }
    return names;
  }

  /** Replaces all groups with the sent ones. */
  private Map<String, List<String>> groups(Fields sent) {
    if (sent.isNull("approvalGroups")) {
      return Map.of();
    }
    if (!sent.has("approvalGroups")) {
      return approvalGroups;
    }
    Fields groups = sent.object("approvalGroups");
    if (groups.names().size() > MAX_GROUPS) {
      groups.problem("too_many", "", "There are more than " + MAX_GROUPS + " groups.");
    }
    Map<String, List<String>> read = new TreeMap<>();
    for (String name : groups.names()) {
      if (name.isBlank() || name.length() > LONGEST_GROUP) {
        groups.problem(
            "invalid",
            name,
            "A group is named \""
                + MessageTexts.shown(name)
                + "\"; expected 1 to "
                + LONGEST_GROUP
                + " characters.");
      }
      List<String> members = groups.texts(name, MAX_MEMBERS, 254);
      members.stream()
          .filter(member -> !member.startsWith("usr_") && member.indexOf('@') < 1)
          .findFirst()
          .ifPresent(
              member ->
                  groups.problem(
                      "invalid",
                      name,
                      "\""
                          + MessageTexts.shown(name)
                          + "\" contains \""
                          + MessageTexts.shown(member)
                          + "\"; expected the identifier (usr_…) or the e-mail address of a"
                          + " member."));
      read.put(name, members);
    }
    return read;
  }

  /** Null, or a blank text, removes it. */
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
                          + MessageTexts.shown(template)
                          + "\"; "
                          + problem
                          + ". Expected an address such as"
                          + " https://tempo.example/trace/{trace_id}."));
    }
    return template;
  }

  private static int integer(Fields sent, String name, int least, int max, int otherwise) {
    return (int) sent.number(name, least, max).orElse(otherwise);
  }
}
