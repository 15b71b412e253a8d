package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.OrgId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultPathsTest {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");
  private static final OrgId OTHER = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGF");
  private static final String OWN = "svc/" + ORG + "/";

  private final VaultPaths paths = new VaultPaths("secret", "svc/{org_id}/{domain}");

  @Test
  void the_template_specifies_where_a_tenant_begins() {
    assertThat(paths.prefix(ORG)).isEqualTo(OWN);
    assertThat(new VaultPaths("kv", "{org_id}/egress/{domain}/key").prefix(ORG))
        .isEqualTo(ORG + "/");
  }

  @Test
  void the_default_path_consists_of_tenant_and_domain() {
    assertThat(paths.path(ORG, Samples.inVault("*.stripe.com", ""))).isEqualTo(OWN + "stripe.com");
    assertThat(paths.path(ORG, Samples.inVault("api.stripe.com:8443/v1/*", "")))
        .isEqualTo(OWN + "api.stripe.com");
    assertThat(paths.path(ORG, Samples.inVault("[2001:db8::1]:8443", "")))
        .isEqualTo(OWN + "2001-db8--1");
    assertThat(paths.path(ORG, Samples.inVault("api.stripe.com", OWN + "payments")))
        .isEqualTo(OWN + "payments");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stripe", "team/stripe", "api.stripe.com", "a_b-c.d/e"})
  void below_its_own_prefix_a_tenant_may_choose(String below) {
    assertThat(paths.belongsTo(ORG, OWN + below)).isTrue();
    assertThat(paths.belongsTo(OTHER, OWN + below)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "../x",
        "a/../../x",
        "./a",
        "a/.",
        "..",
        "a//b",
        "a/",
        "/a",
        "%2e%2e/x",
        "a%2f..%2fx",
        "a?version=1",
        "a#b",
        "a b",
        "a\\..\\b",
        "a\nb",
        "ä",
        ".hidden",
        "a/.hidden"
      })
  void nothing_climbs_out_or_reads_in_two_ways(String below) {
    assertThat(paths.belongsTo(ORG, OWN + below)).isFalse();
  }

  @Test
  void nothing_but_the_own_prefix_will_do() {
    assertThat(paths.belongsTo(ORG, "svc/" + ORG)).isFalse();
    assertThat(paths.belongsTo(ORG, "svc/" + ORG + "x/stripe")).isFalse();
    assertThat(paths.belongsTo(ORG, "svc/" + OTHER + "/stripe")).isFalse();
    assertThat(paths.belongsTo(ORG, "SVC/" + ORG + "/stripe")).isFalse();
    assertThat(paths.belongsTo(ORG, "/svc/" + ORG + "/stripe")).isFalse();
    assertThat(paths.belongsTo(ORG, "stripe")).isFalse();
    assertThat(paths.belongsTo(ORG, OWN + "a".repeat(400))).isFalse();
  }
}
