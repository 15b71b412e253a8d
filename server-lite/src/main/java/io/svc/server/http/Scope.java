package io.svc.server.http;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The scopes of an API key. */
public enum Scope {
  REPORTS_WRITE("reports:write"),
  GOVERNANCE_READ("governance:read"),
  GOVERNANCE_WRITE("governance:write"),
  CERTIFICATIONS_READ("certifications:read"),
  CERTIFICATIONS_WRITE("certifications:write"),
  EVAL_WRITE("eval:write"),
  REGISTER_WRITE("register:write"),
  REDACT_WRITE("redact:write"),
  PROXY_USE("proxy:use"),
  TELEMETRY_WRITE("telemetry:write"),
  /** The dashboard's API, within the role of the key; only when it is requested explicitly. */
  DASHBOARD("dashboard:*"),
  /** Creating, listing, rotating and revoking API keys. Never included by default. */
  KEYS_MANAGE("keys:manage");

  private static final Map<String, Scope> BY_LABEL =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(Scope::toString, scope -> scope));

  private final String label;

  Scope(String label) {
    this.label = label;
  }

  /** Returns the scopes of labels that are separated by blanks; unknown labels are ignored. */
  public static Set<Scope> ofLabels(String labels) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (String label : labels.split(" ", -1)) {
      Optional.ofNullable(BY_LABEL.get(label)).ifPresent(scopes::add);
    }
    return scopes;
  }

  /** The default scopes of a key: everything that machines call. */
  public static Set<Scope> machine() {
    return EnumSet.complementOf(EnumSet.of(DASHBOARD, KEYS_MANAGE));
  }

  /** Returns the scope as text, such as {@code reports:write}. */
  @Override
  public String toString() {
    return label;
  }
}
