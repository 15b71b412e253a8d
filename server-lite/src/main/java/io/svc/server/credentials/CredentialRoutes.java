package io.svc.server.credentials;

import io.svc.server.credentials.Mappings.ChangeResult;
import io.svc.server.credentials.Mappings.TestResult;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import java.util.List;
import java.util.Optional;

/** {@code /api/egress/credentials}. */
final class CredentialRoutes {
  private static final String PATH = "/api/egress/credentials";
  private static final String ITEM = PATH + "/{credentialId}";

  private static final ListColumns COLUMNS =
      ListColumns.ofFields(
          "id",
          "pattern",
          "source",
          "authType",
          "header",
          "enabled",
          "lastUsedAt",
          "useCount24h",
          "lastError",
          "lastErrorAt",
          "createdAt",
          "updatedAt");

  private final Mappings mappings;
  private final Optional<VaultPaths> vault;

  CredentialRoutes(Mappings mappings, Optional<VaultPaths> vault) {
    this.mappings = mappings;
    this.vault = vault;
  }

  void register(Api api) {
    RouteAccess write = RouteAccess.session(Permission.INTEGRATIONS_WRITE);
    api.list(PATH, RouteAccess.session(Permission.INTEGRATIONS_READ), COLUMNS, this::list);
    api.put(PATH, write, this::put);
    api.delete(ITEM, write, this::delete);
    api.postWithoutBody(
        ITEM + "/test",
        RouteAccess.session(Permission.INTEGRATIONS_USE).within(RateLimitBucket.OUTGOING),
        this::test);
  }

  private MappingListResponse list(Call call, ListRequest list) {
    OrgId org = call.org();
    List<MappingView> views =
        mappings.list(org).stream().map(mapping -> MappingView.of(org, mapping, vault)).toList();
    return new MappingListResponse(
        list.slice(views),
        views.size(),
        vault.map(paths -> new VaultView(paths.mount(), paths.prefix(org))));
  }

  private void put(Call call) {
    MappingDraft draft = MappingReader.read(call.org(), call.body(), vault);
    ChangeResult put = mappings.put(call.caller(), draft, call::expectVersion);
    MappingResponse answer = new MappingResponse(MappingView.of(call.org(), put.counted(), vault));
    call.version(answer.credential().version()).reply(put.isNew() ? 201 : 200, answer);
  }

  private void delete(Call call) {
    mappings.delete(call.caller(), id(call), call::expectVersion);
    call.ok(new RemovalResponse(true));
  }

  private void test(Call call) {
    call.ok(new TestResponse(mappings.test(call.caller(), id(call))));
  }

  private static String id(Call call) {
    return call.id("credentialId", "egress credential");
  }

  /** The response of a list. */
  record MappingListResponse(List<MappingView> credentials, int total, Optional<VaultView> vault) {}

  /**
   * The parts of the operator's Vault configuration that a tenant sees.
   *
   * @param pathPrefix the prefix of the paths of all the tenant's secrets
   */
  record VaultView(String mount, String pathPrefix) {}

  /** The response with one mapping. */
  record MappingResponse(MappingView credential) {}

  /** The response of a test. */
  record TestResponse(TestResult test) {}

  /** The response of a removal. */
  record RemovalResponse(boolean ok) {}
}
