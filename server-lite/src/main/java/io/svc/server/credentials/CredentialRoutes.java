package io.svc.server.credentials;

import io.svc.server.credentials.Mappings.Put;
import io.svc.server.credentials.Mappings.Tested;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.http.Access;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Limit;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import java.util.List;
import java.util.Optional;

/** {@code /api/egress/credentials}. */
final class CredentialRoutes {
  private static final String PATH = "/api/egress/credentials";
  private static final String ONE = PATH + "/{credentialId}";

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
    Access write = Access.session(Permission.INTEGRATIONS_WRITE);
    api.list(PATH, Access.session(Permission.INTEGRATIONS_READ), COLUMNS, this::list);
    api.put(PATH, write, this::put);
    api.delete(ONE, write, this::delete);
    api.postWithoutBody(
        ONE + "/test",
        Access.session(Permission.INTEGRATIONS_USE).within(Limit.OUTGOING),
        this::test);
  }

  private Listing list(Call call, ListRequest list) {
    OrgId org = call.org();
    List<MappingView> views =
        mappings.list(org).stream().map(one -> MappingView.of(org, one, vault)).toList();
    return new Listing(
        list.slice(views),
        views.size(),
        vault.map(paths -> new VaultView(paths.mount(), paths.prefix(org))));
  }

  private void put(Call call) {
    MappingDraft draft = MappingReader.read(call.org(), call.body(), vault);
    Put put = mappings.put(call.caller(), draft, call::expectVersion);
    Answer answer = new Answer(MappingView.of(call.org(), put.counted(), vault));
    call.version(answer.credential().version()).reply(put.isNew() ? 201 : 200, answer);
  }

  private void delete(Call call) {
    mappings.delete(call.caller(), id(call), call::expectVersion);
    call.ok(new Done(true));
  }

  private void test(Call call) {
    call.ok(new TestAnswer(mappings.test(call.caller(), id(call))));
  }

  private static String id(Call call) {
    return call.id("credentialId", "egress credential");
  }

  /** The response of a list. */
  record Listing(List<MappingView> credentials, int total, Optional<VaultView> vault) {}

  /**
   * The parts of the operator's Vault configuration that a tenant sees.
   *
   * @param pathPrefix the prefix of the paths of all the tenant's secrets
   */
  record VaultView(String mount, String pathPrefix) {}

  /** The response with one mapping. */
  record Answer(MappingView credential) {}

  /** The response of a test. */
  record TestAnswer(Tested test) {}

  /** The response of a removal. */
  record Done(boolean ok) {}
}
