package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LockedVersionsTest {
  private static final String NAME = "@acme/mcp";

  @Test
  void npm_names_the_package_of_the_project_not_one_within_another() {
    String text =
        """
        {"lockfileVersion": 3, "packages": {
          "": {"version": "9.9.9"},
          "node_modules/@acme/mcp": {"version": "1.2.3"},
          "node_modules/x/node_modules/@acme/mcp": {"version": "1.0.0"}}}
        """;
    String old = "{\"dependencies\": {\"@acme/mcp\": {\"version\": \"1.2.3\"}}}";

    assertThat(LockedVersions.in("package-lock.json", text, NAME::equals)).containsExactly("1.2.3");
    assertThat(LockedVersions.in("npm-shrinkwrap.json", old, NAME::equals))
        .containsExactly("1.2.3");
  }

  @Test
  void yarn_has_two_spellings() {
    String classic =
        """
        # yarn lockfile v1
        "@acme/mcp@^1.0.0", "@acme/mcp@^1.2.0":
          version "1.2.3"
          resolved "x"
        other@1:
          version "7.0.0"
        """;
    String berry = "\"@acme/mcp@npm:^1.0.0\":\n  version: 1.2.3\n  resolution: \"x\"\n";

    assertThat(LockedVersions.in("yarn.lock", classic, NAME::equals)).containsExactly("1.2.3");
    assertThat(LockedVersions.in("yarn.lock", berry, NAME::equals)).containsExactly("1.2.3");
  }

  @Test
  void pnpm_has_three_spellings() {
    assertThat(
            LockedVersions.in(
                "pnpm-lock.yaml",
                "packages:\n\n  '@acme/mcp@1.2.3':\n    x: 1\n  other@7.0.0:\n    y: 1\n",
                NAME::equals))
        .containsExactly("1.2.3");
    assertThat(
            LockedVersions.in(
                "pnpm-lock.yaml", "packages:\n  /@acme/mcp@1.2.3(react@18.0.0):\n", NAME::equals))
        .containsExactly("1.2.3");
    assertThat(
            LockedVersions.in(
                "pnpm-lock.yaml", "packages:\n  /@acme/mcp/1.2.3_react@18.0.0:\n", NAME::equals))
        .containsExactly("1.2.3");
  }

  @Test
  void python_has_tables_and_lines() {
    String tables =
        """
        [[package]]
        name = "acme-mcp"
        version = "1.2.3"

        [package.x]
        version = "0"
        [[package]]
        name = "other"
        version = "7"
        """;
    String lines =
        "# acme-mcp==0.0.1\nacme-mcp[cli]==1.2.3 ; python_version > '3' \\\n  --hash=x\nother>=2\n";

    assertThat(LockedVersions.in("uv.lock", tables, "acme-mcp"::equals)).containsExactly("1.2.3");
    assertThat(LockedVersions.in("requirements.txt", lines, "acme-mcp"::equals))
        .containsExactly("1.2.3");
  }

  @Test
  void several_versions_are_all_reported_and_nonsense_has_none() {
    String two = "a-mcp@1:\n  version \"1.0.0\"\na-mcp@2:\n  version \"2.0.0\"\n";

    assertThat(LockedVersions.in("yarn.lock", two, "a-mcp"::equals))
        .containsExactly("1.0.0", "2.0.0");
    assertThat(LockedVersions.in("package-lock.json", "[not json", NAME::equals)).isEmpty();
    assertThat(LockedVersions.ofPackage("{\"version\": \"1.2.3\"}")).contains("1.2.3");
    assertThat(LockedVersions.ofPackage("{")).isEmpty();
  }
}
