package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.definition.InvalidDefinitionException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackageCatalogTest {
  private static final String LIST =
      """
      date: 2026-01-31
      source: >-
        Acme's documentation
      servers:
        - name: acme
          aliases: [acme-tools, AcmeTools]
          npm: [acme-mcp, "@acme/mcp"]
          pypi: [Acme_MCP]
          images: [GHCR.io/acme/mcp]
          hosts: [mcp.acme.test]
          programs: [acme-server]
          repositories: [github.com/Acme/mcp]
        - name: modal
          pypi: [modal-mcp]
        - name: 1mcp
          aliases: [one]
      first_party_scopes:
        npm: ["@acme", "acme-", whole-name]
        pypi: [acme-labs.]
        images: [ghcr.io/acme/]
      packages:
        npm: [Zed-Bridge, acme-bridge]
        go: [github.com/Acme/bridge]
      """;

  private final PackageCatalog catalog = catalog(LIST);

  @Test
  void everything_comes_back_as_people_wrote_it() {
    assertThat(catalog.date()).isEqualTo("2026-01-31");
    assertThat(catalog.source()).isEqualTo("Acme's documentation");
    assertThat(List.of(server("acme"), server("modal"), server("1mcp")))
        .containsExactly(
            new PackageCatalog.Server(
                "acme",
                List.of("acme-tools", "AcmeTools"),
                List.of("acme-mcp", "@acme/mcp"),
                List.of("Acme_MCP"),
                List.of("GHCR.io/acme/mcp"),
                List.of("mcp.acme.test"),
                List.of("acme-server"),
                List.of("github.com/Acme/mcp")),
            new PackageCatalog.Server(
                "modal",
                List.of(),
                List.of(),
                List.of("modal-mcp"),
                List.of(),
                List.of(),
                List.of(),
                List.of()),
            new PackageCatalog.Server(
                "1mcp",
                List.of("one"),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of()));
  }

  @Test
  void packages_are_those_of_servers_and_others_as_their_registry_compares_them() {
    assertThat(catalog.packagesOfLength(Ecosystem.NPM, 8)).containsExactly("acme-mcp");
    assertThat(catalog.packagesOfLength(Ecosystem.NPM, 9)).containsExactly("@acme/mcp");
    assertThat(catalog.packagesOfLength(Ecosystem.NPM, 7)).isEmpty();
    assertThat(catalog.packagesOfLength(Ecosystem.PYPI, 8)).containsExactly("acme-mcp");
    assertThat(catalog.isListed(Ecosystem.PYPI, "Modal.MCP")).isTrue();
    assertThat(catalog.isListed(Ecosystem.IMAGE, "ghcr.io/acme/mcp")).isTrue();
    assertThat(catalog.isListed(Ecosystem.GO, "github.com/Acme/bridge")).isTrue();
    assertThat(catalog.isListed(Ecosystem.GO, "github.com/acme/bridge")).isFalse();
  }

  @Test
  void a_package_is_found_by_what_it_looks_like() {
    assertThat(catalog.lookingLike(Ecosystem.NPM, "acrne-mcp")).isEqualTo("acme-mcp");
    assertThat(catalog.lookingLike(Ecosystem.NPM, "other-mcp")).isEmpty();
    assertThat(catalog.lookingLike(Ecosystem.IMAGE, "acrne-mcp")).isEmpty();
  }

  private PackageCatalog.Server server(String name) {
    return catalog.server(name).orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void an_empty_list_has_nothing(Ecosystem ecosystem) {
    PackageCatalog empty =
        catalog("date: d\nsource: s\nservers: []\nfirst_party_scopes: {}\npackages: {}\n");

    assertThat(empty.server("acme")).isEmpty();
    assertThat(empty.packagesOfLength(ecosystem, 4)).isEmpty();
    assertThat(empty.firstParty(ecosystem)).isEmpty();
    assertThat(empty.isListed(ecosystem, "acme")).isFalse();
    assertThat(empty.isListed(ecosystem, "")).isFalse();
    assertThat(empty.isFirstParty(ecosystem, "acme")).isFalse();
    assertThat(empty.server("acme")).isEmpty();
    assertThat(empty.server("")).isEmpty();
  }

  @Test
  void the_same_list_gives_the_same_text() {
    assertThat(PackageCatalog.encode("a.yaml", LIST))
        .isEqualTo(PackageCatalog.encode("b.yaml", LIST));
  }

  @ParameterizedTest
  @CsvSource({
    "acme, acme",
    "ACME, acme",
    "acme-tools, acme",
    "Acme Tools, acme",
    "acme_tools, acme",
    "acme.tools!, acme",
    "@acme, acme",
    "acrne, acme",
    "acrnet00ls, acme",
    "modal, modal",
    "moda1, modal",
    "m0dal, modal",
    "rnodal, modal",
    "1mcp, 1mcp",
    "lmcp, 1mcp",
    "imcp, 1mcp",
    "one, 1mcp"
  })
  void a_server_is_found_by_its_names_and_by_what_looks_like_them(String name, String server) {
    assertThat(catalog.server(name)).map(PackageCatalog.Server::name).contains(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "acm",
        "acmee",
        "acme2",
        "me",
        "tools",
        "acme-tool",
        "acmes",
        "mcp",
        "modaal",
        "acme\u001dmodal",
        "github",
        "acme-mcp"
      })
  void another_name_is_none(String name) {
    assertThat(catalog.server(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "NPM, acme-mcp, true",
    "NPM, ACME-MCP, true",
    "NPM, @acme/mcp, true",
    "NPM, zed-bridge, true",
    "NPM, modal-mcp, false",
    "NPM, acme-mc, false",
    "NPM, cme-mcp, false",
    "NPM, acme-mcpp, false",
    "NPM, '', false",
    "NPM, 'acme-bridge\u001dacme-mcp', false",
    "PYPI, acme.mcp, true",
    "PYPI, ACME__MCP, true",
    "PYPI, modal-mcp, true",
    "PYPI, acmemcp, false",
    "IMAGE, ghcr.io/acme/mcp, true",
    "IMAGE, acme/mcp, false",
    "GO, github.com/Acme/mcp, true",
    "GO, github.com/acme/mcp, false"
  })
  void a_package_is_listed_by_its_whole_name(Ecosystem ecosystem, String name, boolean isListed) {
    assertThat(catalog.isListed(ecosystem, name)).isEqualTo(isListed);
  }

  @ParameterizedTest
  @CsvSource({
    "NPM, @acme/anything, true",
    "NPM, @ACME/Anything, true",
    "NPM, @acme, false",
    "NPM, @acmeevil/x, false",
    "NPM, @acme-evil/x, false",
    "NPM, @evil/acme, false",
    "NPM, acme-anything, true",
    "NPM, acmeanything, false",
    "NPM, evil-acme-x, false",
    "NPM, whole-name, true",
    "NPM, whole-name-evil, false",
    "NPM, whole-nam, false",
    "NPM, '', false",
    "PYPI, acme-labs.server, true",
    "PYPI, acme_labs_server, true",
    "PYPI, acme-labs, false",
    "PYPI, acme-labsevil, false",
    "PYPI, '@acme/x', false",
    "IMAGE, ghcr.io/acme/other, true",
    "IMAGE, ghcr.io/acme-evil/other, false",
    "IMAGE, evil.io/ghcr.io/acme/x, false",
    "GO, github.com/Acme/x, false"
  })
  void a_vendors_package_is_recognized_by_scope_prefix_or_name(
      Ecosystem ecosystem, String name, boolean isFirstParty) {
    assertThat(catalog.isFirstParty(ecosystem, name)).isEqualTo(isFirstParty);
  }

  @ParameterizedTest
  @CsvSource({
    "Sequential-Thinking, sequentialthinking",
    "a_b.c d/e, abcde",
    "caf\u00C9, caf\u00E9",
    "'', ''",
    "---, ''",
    "a\u200Bb, ab",
    "\uD83D\uDE00x, \uD83D\uDE00x"
  })
  void a_folded_name_has_neither_case_nor_separators(String name, String folded) {
    assertThat(PackageCatalog.folded(name)).isEqualTo(folded);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "date: 2026-01-31@dat: x@1@unknown key 'dat'; did you mean 'date'?",
        "date: 2026-01-31@date: ''@1@key 'date' is missing or empty",
        "name: modal@nam: modal@13@unknown key 'nam'; did you mean 'name'?",
        "name: modal@name: ''@13@key 'name' is missing or empty",
        "pypi: [modal-mcp]@pypi: modal-mcp@14@'pypi' must be a list",
        "pypi: [modal-mcp]@pypi: [{a: b}]@14@'pypi' must be a list of texts",
        "name: modal@name: Acme@13@the name \"Acme\" occurs twice in the list",
        "name: modal@name: ac-me@13@the name \"ac-me\" occurs twice in the list",
        "aliases: [one]@aliases: [one, MODAL]@15@the name \"MODAL\" occurs twice in the list",
        "go: [github.com/Acme/bridge]@cargo: [x]@23@unknown key 'cargo'; expected one of",
        "pypi: [acme-labs.]@pip: [acme]@19@unknown key 'pip'; did you mean 'pypi'?"
      })
  void a_list_that_is_none_is_rejected_at_its_line(
      String line, String other, int number, String problem) {
    assertThat(LIST).contains(line);

    assertThatThrownBy(() -> PackageCatalog.encode("list.yaml", LIST.replace(line, other)))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageMatching("list\\.yaml:" + number + ":\\d+: " + Pattern.quote(problem) + ".*");
  }

  @Test
  void a_part_that_is_missing_is_reported() {
    assertThatThrownBy(() -> PackageCatalog.encode("list.yaml", "date: d\nsource: s\n"))
        .hasMessage("list.yaml:1:1: key 'packages' is missing");
    assertThatThrownBy(
            () -> PackageCatalog.encode("list.yaml", "date: d\nsource: s\npackages: {}\n"))
        .hasMessage("list.yaml:1:1: key 'first_party_scopes' is missing");
  }

  private static PackageCatalog catalog(String yaml) {
    return PackageCatalog.parse(PackageCatalog.encode("list.yaml", yaml));
  }
}
