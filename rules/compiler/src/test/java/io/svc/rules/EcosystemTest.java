package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EcosystemTest {
  @ParameterizedTest
  @CsvSource({
    "friendly-bard",
    "Friendly-Bard",
    "FRIENDLY-BARD",
    "friendly.bard",
    "friendly_bard",
    "friendly--bard",
    "FrIeNdLy-._.-bArD"
  })
  void a_python_package_has_one_name_for_all_its_spellings(String spelling) {
    assertThat(Ecosystem.PYPI.normal(spelling)).isEqualTo("friendly-bard");
  }

  @ParameterizedTest
  @CsvSource({
    "NPM, @Acme/MCP_Server, @acme/mcp_server",
    "NPM, acme.mcp, acme.mcp",
    "NPM, acme--mcp, acme--mcp",
    "IMAGE, GHCR.io/Acme/MCP_Server, ghcr.io/acme/mcp_server",
    "GO, github.com/Acme/MCP, github.com/Acme/MCP",
    "PYPI, acme, acme",
    "PYPI, acme1.2, acme1-2",
    "PYPI, '', ''"
  })
  void every_registry_compares_names_in_its_own_way(
      Ecosystem ecosystem, String name, String normal) {
    assertThat(ecosystem.normal(name)).isEqualTo(normal);
  }

  @ParameterizedTest
  @EnumSource
  void a_normal_name_stays_as_it_is(Ecosystem ecosystem) {
    for (String name : new String[] {"@Acme/M_c.P--x", "A-_-b", "x__y..z", "TITLE-I"}) {
      String once = ecosystem.normal(name);

      assertThat(ecosystem.normal(once)).isEqualTo(once);
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_ecosystem_is_found_by_its_label(Ecosystem ecosystem) {
    assertThat(Ecosystem.ofLabel(ecosystem.label())).contains(ecosystem);
  }

  @Test
  void labels_are_those_of_osv() {
    assertThat(Ecosystem.values())
        .extracting(Ecosystem::label)
        .containsExactly("npm", "PyPI", "Go", "image");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NPM", "pypi", "go", "npm ", "crates.io", "PyPI:x", "Maven"})
  void another_word_is_no_ecosystem(String label) {
    assertThat(Ecosystem.ofLabel(label)).isEmpty();
  }
}
