package io.svc.server.redaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;

/** What is recognised for each tenant, as the store has it. Safe for many threads. */
public final class TenantRedactions {
  private static final int MOST = 1_000;

  /** Of all tenants without settings of their own, and what those of others are added to. */
  private static final Recognizers EVERYBODYS = new Recognizers();

  private static final TenantRedaction USUAL =
      TenantRedaction.of(EVERYBODYS, RedactionSettings.NONE);

  /** Patterns take longer to compile than settings to read; what they say does not change. */
  private final Cache<String, TenantRedaction> compiled =
      Caffeine.newBuilder().maximumSize(MOST).build();

  /** What is recognised for tenants that set nothing. */
  public static TenantRedaction usual() {
    return USUAL;
  }

  /** What is recognised for a tenant. */
  public TenantRedaction of(Tx tx, OrgId org) {
    return RedactionConfigs.stored(tx, org)
        .map(config -> compiled.get(config, TenantRedactions::compile))
        .orElse(USUAL);
  }

  private static TenantRedaction compile(String config) {
    return TenantRedaction.of(EVERYBODYS, Json.own(config, RedactionSettings.class));
  }
}
