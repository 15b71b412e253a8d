package io.svc.server.credentials;

import io.svc.server.db.OrgId;
import java.util.regex.Pattern;

/**
 * Where in the operator's Vault the secrets of tenants lie. The operator's template says where a
 * tenant's own part begins: behind its identifier. What a tenant types in counts only below that,
 * and is made of letters, digits, points, hyphens and underscores, so that it can neither climb out
 * nor be read in two ways.
 */
final class VaultPaths {
  /** The longest path. */
  static final int LONGEST = 400;

  private static final String ORG = "{org_id}";
  private static final String DOMAIN = "{domain}";
  private static final Pattern INSIDE =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*+(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*+)*+");
  private static final Pattern UNUSUAL = Pattern.compile("[^A-Za-z0-9._-]");

  private final String mount;
  private final String template;

  /**
   * @param template with both places, the tenant's first, as the settings make sure of
   */
  VaultPaths(String mount, String template) {
    this.mount = mount;
    this.template = template;
  }

  String mount() {
    return mount;
  }

  /** What every path of a tenant begins with; ends in a slash. */
  String prefix(OrgId org) {
    return template.substring(0, template.indexOf(ORG)) + org.value() + "/";
  }

  /** Whether a path is one of this tenant's. */
  boolean isOwn(OrgId org, String path) {
    String prefix = prefix(org);
    return path.length() <= LONGEST
        && path.startsWith(prefix)
        && INSIDE.matcher(path.substring(prefix.length())).matches();
  }

  /** Where the credential of a mapping lies; it may turn out not to be the tenant's own. */
  String path(OrgId org, Mapping mapping) {
    return mapping.vaultPath().isEmpty()
        ? template
            .replace(ORG, org.value())
            .replace(DOMAIN, UNUSUAL.matcher(mapping.parsed().host()).replaceAll("-"))
        : mapping.vaultPath();
  }
}
