package io.svc.scanner.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.address.IpNumber.Reachability;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlHostTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      value = {
        "https://mcp.acme.test/mcp -> mcp.acme.test",
        "HTTPS://MCP.Acme.Test./mcp -> mcp.acme.test",
        "' https://mcp.acme.test ' -> mcp.acme.test",
        "https://mcp.acme.test:8443/mcp -> mcp.acme.test",
        "https://mcp.acme.test?x=https://other.test -> mcp.acme.test",
        "https://mcp.acme.test#@other.test -> mcp.acme.test",
        "https://me:pw@mcp.acme.test/mcp -> mcp.acme.test",
        "https://me:p@w@mcp.acme.test/mcp -> mcp.acme.test",
        "https://me:p,w@mcp.acme.test/mcp -> mcp.acme.test",
        "https://api.github.com@evil.test/mcp -> evil.test",
        "https://evil.test\\@api.github.com/mcp -> evil.test",
        "https:/mcp.acme.test/mcp -> mcp.acme.test",
        "https:\\\\mcp.acme.test/mcp -> mcp.acme.test",
        "https:////mcp.acme.test/mcp -> mcp.acme.test",
        "http://[2001:db8::1]:8080/mcp -> [2001:db8::1]",
        "postgres://me:pw@db.acme.test:5432/x -> db.acme.test",
        "https://mcp%2eacme%2Etest/ -> mcp.acme.test",
        "https://mcp\u3002acme\uff0etest/ -> mcp.acme.test",
        "http://${env:HOST}:${PORT}/mcp -> ${env:host}",
        "http://{file:./host}/mcp -> {file:./host}",
        "http://${HOST:-mcp.acme.test}:${PORT:-80}/mcp -> mcp.acme.test",
        "${URL:-https://mcp.acme.test/mcp} -> mcp.acme.test",
        "${env:URL:-https://mcp.acme.test/mcp} -> mcp.acme.test"
      })
  void reads_the_host_that_programs_would_look_up(String url, String name) {
    assertThat(UrlHost.of(url).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mcp.acme.test",
        "http://",
        "${URL}",
        "${URL:-",
        "C:\\mcp\\server.js",
        "mailto:me@acme.test",
        "e://",
        "://acme.test"
      })
  void what_has_no_scheme_or_nothing_behind_it_has_no_host(String text) {
    assertThat(UrlHost.of(text).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "proxy:8080, proxy",
    "proxy.acme.test:3128, proxy.acme.test",
    "//proxy.acme.test/x, proxy.acme.test",
    "me:pw@proxy.acme.test:3128, proxy.acme.test",
    "socks5h://tor:9050, tor",
    "10.0.0.5:3128, 10.0.0.5"
  })
  void an_address_may_lack_its_scheme(String address, String name) {
    assertThat(UrlHost.ofAddress(address).name()).isEqualTo(name);
  }

  @Test
  void finds_all_addresses_of_a_text() {
    String text =
        "curl 'https://a.test/x?u=http://b.test', wss://c.test;(ftp://d.test) at http:// nothing";

    assertThat(UrlHost.in(text))
        .extracting(UrlHost::name)
        .containsExactly("a.test", "b.test", "c.test", "d.test");
    assertThat(UrlHost.in("no address: a//b")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, LOOPBACK",
    "127.1, LOOPBACK",
    "127.255.0.9, LOOPBACK",
    "2130706433, LOOPBACK",
    "0177.0.0.1, LOOPBACK",
    "0x7f.1, LOOPBACK",
    "0x7F000001, LOOPBACK",
    "0, LOOPBACK",
    "0.0.0.0, LOOPBACK",
    "[::1], LOOPBACK",
    "[::], LOOPBACK",
    "[0:0:0:0:0:0:0:1], LOOPBACK",
    "[::ffff:127.0.0.1], LOOPBACK",
    "[::ffff:7f00:1], LOOPBACK",
    "169.254.169.254, METADATA",
    "2852039166, METADATA",
    "0xA9FEA9FE, METADATA",
    "0xa9.0xfe.0xa9.0xfe, METADATA",
    "0251.0376.0251.0376, METADATA",
    "169.254.43518, METADATA",
    "169.16689662, METADATA",
    "[::ffff:169.254.169.254], METADATA",
    "[::ffff:a9fe:a9fe], METADATA",
    "[::169.254.169.254], METADATA",
    "[64:ff9b::169.254.169.254], METADATA",
    "[2002:a9fe:a9fe::], METADATA",
    "[fd00:ec2::254], METADATA",
    "[FD00:0EC2:0:0:0:0:0:0254], METADATA",
    "[fd20:ce::254], METADATA",
    "169.254.170.2, METADATA",
    "100.100.100.200, METADATA",
    "169.254.1.1, LINK_LOCAL",
    "[fe80::1%25eth0], LINK_LOCAL",
    "10.0.0.1, PRIVATE",
    "167772161, PRIVATE",
    "172.16.0.1, PRIVATE",
    "172.31.255.255, PRIVATE",
    "192.168.1, PRIVATE",
    "[fd12:3456::1], PRIVATE",
    "[::ffff:10.0.0.1], PRIVATE",
    "100.64.0.1, SHARED",
    "100.127.255.255, SHARED",
    "224.0.0.1, UNREACHABLE",
    "255.255.255.255, UNREACHABLE",
    "[ff02::1], UNREACHABLE",
    "172.15.0.1, PUBLIC",
    "172.32.0.1, PUBLIC",
    "192.169.0.1, PUBLIC",
    "100.63.0.1, PUBLIC",
    "100.128.0.1, PUBLIC",
    "11.0.0.1, PUBLIC",
    "203.0.113.7, PUBLIC",
    "192.168.08.1, PRIVATE",
    "[2001:db8::1], PUBLIC",
    "[fd00:ec2::255], PRIVATE",
    "[2001:db8:1:2:3:4:5:6], PUBLIC"
  })
  void a_number_reaches_the_same_in_every_spelling(String host, Reachability reach) {
    var number = UrlHost.of("http://" + host + ":8080/x").number();

    assertThat(number).isPresent();
    assertThat(number.get().reach()).isEqualTo(reach);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1.acme.test",
        "127.0.0.256",
        "256.0.0.1",
        "1.2.3.4.5",
        "1..2",
        "4294967296",
        "99999999999999999999999",
        "0x",
        "0xzz",
        "1e3",
        "a.0.0.1",
        "10-0-0-1",
        "[::1::2]",
        "[1:2:3]",
        "[1:2:3:4:5:6:7:8:9]",
        "[12345::1]",
        "[::1:]",
        "[:1]",
        "[g::1]",
        "[::1.2.3.4.5]"
      })
  void what_only_looks_like_a_number_is_a_name(String host) {
    assertThat(UrlHost.of("http://" + host + "/").number()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${HOST}",
        "$HOST",
        "%HOST%",
        "{{host}}",
        "{env:HOST}",
        "<your-host>",
        "<tenant>.acme.test",
        "[YOUR-HOST]",
        "${TENANT}.test",
        "api.${DOMAIN}",
        "${A}.${B}"
      })
  void a_host_that_the_user_fills_in_is_a_reference(String host) {
    assertThat(UrlHost.of("https://" + host + ":8080/mcp").isReference()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp.acme.test",
        "${TENANT}.acme.test",
        "$TENANT.acme.test",
        "{tenant}.mcp.acme.test",
        "[::1]",
        "${HOST:-mcp.acme.test}"
      })
  void a_host_whose_domain_is_known_is_none(String host) {
    assertThat(UrlHost.of("https://" + host + ":8080/mcp").isReference()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com",
        "your-host",
        "mcp.your-company.com",
        "YOURHOST.ngrok.app",
        "PROXY_HOST",
        "xxxx.ngrok-free.app",
        "1.2.3.4",
        "company.com",
        "hostname"
      })
  void a_host_that_describes_its_content_is_a_placeholder(String host) {
    assertThat(UrlHost.of("https://" + host + "/mcp").isPlaceholder()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mcp.acme.test", "mcp.example.com", "jenkins", "hostname.acme.test", "1.2.3.5"})
  void other_hosts_are_none(String host) {
    assertThat(UrlHost.of("https://" + host + "/mcp").isPlaceholder()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata.google.internal",
        "METADATA.google.internal.",
        "169.254.169.254.nip.io",
        "a.169-254-169-254.sslip.io"
      })
  void names_of_a_clouds_metadata_are_known(String host) {
    assertThat(UrlHost.of("http://" + host + "/").isMetadata()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata.acme.test",
        "metadata",
        "metadata.google.internal.acme.test",
        "10.0.0.1.nip.io",
        "nip.io",
        "169.254.169.254.acme.test"
      })
  void other_names_with_that_word_are_not(String host) {
    assertThat(UrlHost.of("http://" + host + "/").isMetadata()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "api.openai.com, true",
    "openai.com, true",
    "OPENAI.com., true",
    "evil-openai.com, false",
    "openai.com.evil.test, false",
    "com, false"
  })
  void a_domain_is_matched_at_its_dots(String host, boolean isIn) {
    assertThat(UrlHost.of("https://" + host + "/").isIn(Set.of("openai.com"))).isEqualTo(isIn);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, true",
    "litellm, true",
    "gateway.internal, true",
    "nas.local, true",
    "localhost.acme.test, false",
    "internal.acme.test, false",
    "203.0.113.7, false"
  })
  void a_network_of_ones_own_is_known_by_number_or_ending(String host, boolean isOwn) {
    assertThat(UrlHost.of("https://" + host + "/").isInLocalNetwork()).isEqualTo(isOwn);
  }
}
