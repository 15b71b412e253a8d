package io.svc.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.HostText;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalHostTest {
  @ParameterizedTest
  @MethodSource("io.svc.server.config.HostSpellings#ambiguous")
  void rejects_every_ambiguous_spelling(String host) {
    assertThatThrownBy(() -> CanonicalHost.parse(host))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expected ");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "[::1], ::1",
    "::1, ::1",
    "[0:0:0:0:0:0:0:1], ::1",
    "[2001:DB8:0:0:1:0:0:1], 2001:db8::1:0:0:1",
    "[64:ff9b::7f00:1], 64:ff9b::7f00:1",
    "LocalHost, localhost",
    "API.Example.COM, api.example.com",
    "xn--bcher-kva.example, xn--bcher-kva.example",
    "mail_server, mail_server",
    "1.2.3.com, 1.2.3.com",
    "0xyz.example, 0xyz.example",
    "3com, 3com"
  })
  void parses_other_hosts_into_one_text(String written, String text) throws Exception {
    CanonicalHost host = CanonicalHost.parse(written);

    assertThat(host.text()).isEqualTo(text);
    assertThat(CanonicalHost.parse(host.toString())).isEqualTo(host);
    if (host.address().isPresent()) {
      assertThat(host.address()).contains(InetAddress.getByName(text));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "[::1]",
        "[2001:db8:0:0:1:0:0:1]",
        "[64:ff9b::7f00:1]",
        "LocalHost",
        "API.Example.COM",
        "xn--bcher-kva.example",
        "xn--a.example",
        "mail_server",
        "-a.example",
        "1.2.3.com"
      })
  void policies_see_the_host_that_is_connected_to(String written) {
    CanonicalHost host = CanonicalHost.parse(written);

    assertThat(HostText.normalise(written)).isEqualTo(host.text());
    assertThat(HostText.normalise(host.toString())).isEqualTo(host.text());
    assertThat(Facts.Destination.of("https://" + written + ":8443/x").host())
        .isEqualTo(host.text());
  }

  @Test
  void rejects_names_that_are_longer_than_a_name_can_be() {
    assertThatThrownBy(() -> CanonicalHost.parse("a".repeat(64) + ".example"))
        .hasMessage("expected a host name with at most 63 characters between dots");
    assertThatThrownBy(() -> CanonicalHost.parse("a.".repeat(126) + "aa"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
