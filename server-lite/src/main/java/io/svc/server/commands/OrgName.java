package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.config.Suggestion;
import io.svc.server.db.OrgId;
import io.svc.server.logging.SafeText;
import io.svc.server.tenants.Tenant;
import java.util.List;
import java.util.stream.Collectors;

/** A workspace as operators name it: by its slug, or by its identifier if it was deleted. */
final class OrgName {
  /** The name of the chain of the instance itself. */
  static final String INSTANCE = "instance";

  private OrgName() {}

  /** Returns the tenant with a name, among those with an audit chain. */
  static OrgId parse(String name, StoreAccess store) {
    if (name.equals(INSTANCE)) {
      return OrgId.INSTANCE;
    }
    OrgId id = store.tenant(name).map(Tenant::id).orElseGet(() -> new OrgId(name));
    if (!store.core().audit().chains().contains(id)) {
      throw unknownName(name, store);
    }
    return id;
  }

  /** Returns the name of a tenant, for display. */
  static String of(OrgId org, List<Tenant> tenants) {
    return org.equals(OrgId.INSTANCE)
        ? INSTANCE
        : tenants.stream()
            .filter(tenant -> tenant.id().equals(org))
            .map(Tenant::slug)
            .findFirst()
            .orElse(org.value());
  }

  /** Returns the error for an unknown name. */
  static OperatorErrorException unknownName(String name, StoreAccess store) {
    List<String> slugs = store.tenants().stream().map(Tenant::slug).collect(Collectors.toList());
    return new OperatorErrorException(
        "--org is "
            + SafeText.quoted(name)
            + "; expected the slug of a workspace"
            + Suggestion.of(name, slugs));
  }
}
