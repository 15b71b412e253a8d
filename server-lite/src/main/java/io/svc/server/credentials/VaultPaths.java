package io.svc.server.credentials;

import io.svc.server.db.OrgId;
import java.util.regex.Pattern;

/**
 * The paths of tenants' secrets in the operator's Vault. A tenant's own part begins after its
 * identifier in the operator's template. A tenant's path is relative to that, and consists of
 * letters, digits, dots, hyphens and underscores, so that it cannot leave this part and is
 * unambiguous.
 */
final class VaultPaths {
  /** The maximum length of a path. */
  static final int LONGEST = 400;

  private static final String ORG = "{org_id}";
  private static final String DOMAIN = "{domain}";
  private static final Pattern INSIDE =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*+(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*+)*+");
  private static final Pattern UNUSUAL = Pattern.compile("[^A-Za-z0-9._-]");

  private final String mount;
  private final String template;

  /**
   * @param template with both placeholders, the tenant's first, which the settings ensure
   */
  VaultPaths(String mount, String template) {
    this.mount = mount;
    this.template = template;
  }

  String mount() {
    return mount;
  }

  /** Returns the prefix of all paths of a tenant; it ends with a slash. */
  String prefix(OrgId org) {
    return template.substring(0, template.indexOf(ORG)) + org.value() + "/";
  }

  /** Returns whether a path belongs to this tenant. */
  boolean belongsTo(OrgId org, String path) {
    String prefix = prefix(org);
    return path.length() <= LONGEST
        && path.startsWith(prefix)
        && INSIDE.matcher(path.substring(prefix.length())).matches();
  }

  /** Returns the path of a mapping's credential; it may not belong to the tenant. */
  String path(OrgId org, Mapping mapping) {
    return mapping.vaultPath().isEmpty()
        ? template
            .replace(ORG, org.value())
            .replace(DOMAIN, UNUSUAL.matcher(mapping.parsed().host()).replaceAll("-"))
        : mapping.vaultPath();
  }
}
