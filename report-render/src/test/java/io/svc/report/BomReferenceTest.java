package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BomReferenceTest {
  @Test
  void two_servers_share_no_reference_whatever_they_are_called() {
    assertThat(BomReference.ofServer("a#b", "c")).isEqualTo("server:a%23b#c");
    assertThat(BomReference.ofServer("a", "b#c")).isEqualTo("server:a#b%23c");
    assertThat(BomReference.ofServer("\u00e4/b.json", "a/b c"))
        .isEqualTo("server:%C3%A4/b.json#a%2Fb%20c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "https://mcp.acme.test/v1?x=***&y=2#z https://mcp.acme.test/v1?x=***&y=2#z",
        "https://u:***@[::1]:8080/mcp https://u:***@[::1]:8080/mcp",
        "https://${HOST}/mcp https://$%7BHOST%7D/mcp",
        "${URL} $%7BURL%7D",
        "localhost:8080/mcp //localhost:8080/mcp",
        "10.0.0.1:80 //10.0.0.1:80",
        "mcp?x=a:b mcp?x=a:b",
        "https://b\u00fccher.test/ https://b%C3%BCcher.test/",
        "https://x.test/100% https%3A//x.test/100%25",
        "https://x.test/[a] https%3A//x.test/%5Ba%5D",
        "http://[::1.2.3.26666666666]/ http%3A//%5B%3A%3A1.2.3.26666666666%5D/"
      })
  void an_address_becomes_an_iri_reference(String address, String iri) {
    assertThat(BomReference.iri(address)).isEqualTo(iri);
  }
}
