package io.svc.server.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.address.MetadataAddresses;
import io.svc.server.config.Cidr;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkGuardTest {
  private static final int OWN_PORT = 8080;

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0.0.0.0,              not the address of a machine
          0.1.2.3,              not the address of a machine
          ::,                   not the address of a machine
          10.0.0.0,             a private address
          10.255.255.255,       a private address
          172.16.0.1,           a private address
          172.31.255.255,       a private address
          192.168.1.1,          a private address
          100.64.0.1,           a private address
          100.127.255.255,      a private address
          fc00::1,              a private address
          fdff:ffff::1,         a private address
          127.0.0.1,            a loopback address
          127.255.255.254,      a loopback address
          ::1,                  a loopback address
          ::ffff:127.0.0.1,     a loopback address
          ::ffff:10.1.2.3,      a private address
          169.254.0.1,          a link-local address
          fe80::1,              a link-local address
          febf::1,              a link-local address
          fec0::1,              a link-local address
          224.0.0.1,            a multicast address
          239.255.255.255,      a multicast address
          ff02::1,              a multicast address
          240.0.0.1,            a reserved address
          255.255.255.255,      a reserved address
          192.0.0.1,            an address for special purposes
          192.0.2.1,            an address for special purposes
          192.88.99.1,          an address for special purposes
          198.18.0.1,           an address for special purposes
          198.19.255.255,       an address for special purposes
          198.51.100.1,         an address for special purposes
          203.0.113.1,          an address for special purposes
          2001::1,              an address for special purposes
          2001:db8::1,          an address for special purposes
          3fff::1,              an address for special purposes
          100::1,               an address for special purposes
          4000::1,              an address for special purposes
          5f00::1,              an address for special purposes
          ::127.0.0.1,          an IPv4 address within an IPv6 address
          ::8.8.8.8,            an IPv4 address within an IPv6 address
          ::ffff:0:127.0.0.1,   an IPv4 address within an IPv6 address
          64:ff9b::7f00:1,      an IPv4 address within an IPv6 address
          64:ff9b::8.8.8.8,     an IPv4 address within an IPv6 address
          64:ff9b:1::a00:1,     an IPv4 address within an IPv6 address
          2002:7f00:1::,        an IPv4 address within an IPv6 address
          169.254.169.254,      a cloud's metadata service
          ::ffff:169.254.169.254, a cloud's metadata service
          169.254.170.2,        a cloud's metadata service
          169.254.170.23,       a cloud's metadata service
          fd00:ec2::254,        a cloud's metadata service
          fd00:ec2::23,         a cloud's metadata service
          fd20:ce::254,         a cloud's metadata service
          100.100.100.200,      a cloud's metadata service
          168.63.129.16,        a cloud's metadata service
          192.0.0.192,          a cloud's metadata service
          """,
      quoteCharacter = '"')
  void rejects_what_is_not_public(String address, String reason) throws Exception {
    assertThat(guard().denialReason(at(address))).contains(reason);
  }

  static Stream<String> metadata() {
    return MetadataAddresses.texts().stream();
  }

  @ParameterizedTest
  @MethodSource("metadata")
  void rejects_every_metadata_address_that_the_scanner_knows(String address) throws Exception {
    assertThat(guard().denialReason(at(address))).contains("a cloud's metadata service");
    assertThat(guard("0.0.0.0/0", "::/0").denialReason(at(address)))
        .contains("a cloud's metadata service");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:200::1",
        "2606:4700::1111",
        "2a00:1450::1"
      })
  void lets_public_addresses_pass(String address) throws Exception {
    assertThat(guard().denialReason(at(address))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.0.0/16, 10.1.2.3",
    "127.0.0.0/8, 127.0.0.1",
    "::1, ::1",
    "fd12::/16, fd12::7",
    "100.64.0.0/10, 100.64.0.9",
    "169.254.0.0/16, 169.254.1.1",
    "64:ff9b::/96, 64:ff9b::8.8.8.8"
  })
  void lets_pass_what_the_operator_opened(String block, String address) throws Exception {
    assertThat(guard(block).denialReason(at(address))).isEmpty();
  }

  @Test
  void an_opened_block_opens_nothing_else() throws Exception {
    assertThat(guard("10.1.0.0/16").denialReason(at("10.2.0.1"))).contains("a private address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "fd00:ec2::254",
        "fd20:ce::254",
        "100.100.100.200",
        "168.63.129.16",
        "0.0.0.0",
        "0.1.2.3",
        "::",
        "224.0.0.1",
        "ff02::1",
        "255.255.255.255",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "::169.254.169.254"
      })
  void what_is_never_called_cannot_be_opened(String address) throws Exception {
    assertThat(guard("0.0.0.0/0", "::/0").denialReason(at(address))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"64:ff9b::10.0.0.1", "2002:a00:1::", "::10.0.0.1"})
  void a_way_through_a_translator_opens_nothing_behind_it(String address) throws Exception {
    assertThat(guard("::/0").denialReason(at(address))).contains("a private address");
  }

  @Test
  void this_server_is_rejected_even_where_its_network_is_open() throws Exception {
    NetworkGuard guard = guard("127.0.0.0/8", "::1");

    assertThat(guard.denialReason(at("127.0.0.1", OWN_PORT))).contains("this server itself");
    assertThat(guard.denialReason(at("127.9.9.9", OWN_PORT))).contains("this server itself");
    assertThat(guard.denialReason(at("::1", OWN_PORT))).contains("this server itself");
    assertThat(guard.denialReason(at("1.1.1.1", OWN_PORT))).isEmpty();
  }

  private static NetworkGuard guard(String... opened) {
    List<Cidr> blocks =
        Arrays.stream(opened).map(block -> Cidr.parse(block).orElseThrow()).toList();
    return new NetworkGuard(blocks, () -> OWN_PORT);
  }

  private static InetSocketAddress at(String address) throws Exception {
    return at(address, 443);
  }

  private static InetSocketAddress at(String address, int port) throws Exception {
    return new InetSocketAddress(InetAddress.getByName(address), port);
  }
}
