package io.svc.scanner.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.packageurl.MalformedPackageURLException;
import com.github.packageurl.PackageURL;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import io.svc.scanner.launch.ImageReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackageUrlTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "npm server-x 1.2.3 pkg:npm/server-x@1.2.3",
        "npm @Acme/Server-X 1.2.3-rc.1+build.5 pkg:npm/%40acme/server-x@1.2.3-rc.1%2Bbuild.5",
        "npm @acme/server-x '' pkg:npm/%40acme/server-x",
        "PyPI Mcp_Server.Git 2.0 pkg:pypi/mcp-server.git@2.0",
        "PyPI mcp 1!2.0.post1+local pkg:pypi/mcp@1%212.0.post1%2Blocal",
        "Go github.com/Acme/Mcp/cmd/x 1.2.3 pkg:golang/github.com/acme/mcp/cmd/x@v1.2.3",
        "Go acme.test/mcp 0123456789ab pkg:golang/acme.test/mcp@0123456789ab"
      })
  void a_package_is_written_in_canonical_form(
      String ecosystem, String name, String version, String purl)
      throws MalformedPackageURLException {
    assertThat(PackageUrl.ofPackage(ecosystem, name, version)).isEqualTo(purl);
    assertThat(new PackageURL(purl).canonicalize()).isEqualTo(purl);
  }

  @Test
  void letters_beyond_ascii_are_encoded_byte_by_byte() {
    assertThat(PackageUrl.ofPackage("npm", "\u00dcber\ud83d\ude00", "1.0.0\u202e"))
        .isEqualTo("pkg:npm/%C3%BCber%F0%9F%98%80@1.0.0%E2%80%AE");
  }

  @Test
  void a_registry_without_a_type_has_no_package_url() {
    assertThat(PackageUrl.ofPackage(PackageUrl.JSR, "@acme/mcp", "1.0.0")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "alpine pkg:docker/alpine",
        "docker.io/library/alpine:3.20 pkg:docker/alpine@3.20",
        "mcp/fetch:latest pkg:docker/mcp/fetch@latest",
        "ghcr.io/github/mcp:1.0 pkg:docker/github/mcp@1.0?repository_url=ghcr.io",
        "reg.acme.test:5000/a/b/c:1 pkg:docker/a/b/c@1?repository_url=reg.acme.test%3A5000",
        "alpine@D pkg:oci/alpine@E?repository_url=docker.io%2Flibrary%2Falpine",
        "mcp/fetch:1.0@D pkg:oci/fetch@E?repository_url=docker.io%2Fmcp%2Ffetch&tag=1.0",
        "ghcr.io/github/mcp@D pkg:oci/mcp@E?repository_url=ghcr.io%2Fgithub%2Fmcp"
      })
  void an_image_is_named_by_its_digest_or_else_by_its_registry(String reference, String expected)
      throws MalformedPackageURLException {
    String purl = expected.replace("@E", "@" + DIGEST.replace(":", "%3A"));

    ImageReference image = ImageReference.of(reference.replace("@D", "@" + DIGEST)).orElseThrow();

    assertThat(PackageUrl.ofImage(image)).isEqualTo(purl);
    assertThat(new PackageURL(purl).canonicalize()).isEqualTo(purl);
  }

  @Test
  void what_a_hostile_file_calls_a_package_cannot_end_its_part() throws Exception {
    String name = "a?b=c&d#e/%2F@1 \n\u001b";

    String purl = PackageUrl.ofPackage("npm", name, "1@2?3#4");

    PackageURL read = new PackageURL(purl);
    assertThat(purl).matches("[ -~]+").doesNotContain(" ");
    assertThat(List.of(read.getNamespace(), read.getName(), read.getVersion()))
        .containsExactly("a?b=c&d#e", "%2f@1 \n\u001b", "1@2?3#4");
    assertThat(read.getQualifiers()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "npx git+https://github.com/Acme/Mcp.git github.com/acme/mcp pkg:github/acme/mcp ''",
        "npx git+https://github.com/acme/mcp#main github.com/acme/mcp pkg:github/acme/mcp main",
        "npx git+ssh://git@github.com:22/acme/mcp github.com/acme/mcp pkg:github/acme/mcp ''",
        "npx git@github.com:acme/mcp.git github.com/acme/mcp pkg:github/acme/mcp ''",
        "npx mcp@git+https://github.com/acme/mcp#v2 github.com/acme/mcp pkg:github/acme/mcp v2",
        "npx github:acme/mcp github.com/acme/mcp pkg:github/acme/mcp ''",
        "npx acme/mcp#v1 github.com/acme/mcp pkg:github/acme/mcp v1",
        "npx bitbucket:acme/mcp bitbucket.org/acme/mcp pkg:bitbucket/acme/mcp ''",
        "npx https://api.github.com/repos/acme/mcp/tarball/x github.com/acme/mcp"
            + " pkg:github/acme/mcp ''",
        "uvx git+https://github.com/acme/mcp@main github.com/acme/mcp pkg:github/acme/mcp main",
        "uvx git+https://github.com/acme/mcp@v1#subdirectory=x github.com/acme/mcp"
            + " pkg:github/acme/mcp v1",
        "uvx git+https://git.acme.test/mcp git+https://git.acme.test/mcp '' ''"
      })
  void a_repository_has_one_name_for_all_its_addresses(
      String launcher, String source, String name, String purl, String requested) {
    List<Component> found = components(TestConfigs.words(launcher, source));

    assertThat(found.get(1))
        .isEqualTo(
            new Component(
                Component.Kind.SOURCE,
                "probe",
                "",
                name,
                "",
                requested,
                "",
                purl,
                found.get(1).location()));
  }

  private static List<Component> components(DetectionSubject subject) {
    return Components.of(subject.config(), subject.redactor());
  }
}
