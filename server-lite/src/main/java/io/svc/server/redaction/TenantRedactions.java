package io.svc.server.redaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;

/** The redaction of each tenant, from the store. Safe for many threads. */
public final class TenantRedactions {
  private static final int MAX = 1_000;

  /** For all tenants without their own settings; tenants' patterns are added to it. */
  private static final Recognizers EVERYBODYS = new Recognizers();

  private static final TenantRedaction USUAL =
      TenantRedaction.of(EVERYBODYS, RedactionSettings.NONE);

  /**
   * A cache, because compiling patterns takes longer than reading settings, and equal settings give
   * equal results.
   */
  private final Cache<String, TenantRedaction> compiled =
      Caffeine.newBuilder().maximumSize(MAX).build();

  /** The redaction of tenants without settings. */
  public static TenantRedaction usual() {
    return USUAL;
  }

  /** The redaction of a tenant. */
  public TenantRedaction of(Tx tx, OrgId org) {
    return RedactionConfigs.stored(tx, org)
        .map(config -> compiled.get(config, TenantRedactions::compile))
        .orElse(USUAL);
  }

  private static TenantRedaction compile(String config) {
    return TenantRedaction.of(EVERYBODYS, Json.readStored(config, RedactionSettings.class));
  }
}
