package io.svc.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.0.0.0/8, ::1, false",
    "0.0.0.0/0, 255.1.2.3, true",
    "192.168.1.7, 192.168.1.7, true",
    "192.168.1.7, 192.168.1.6, false",
    "172.16.0.0/12, 172.31.0.1, true",
    "172.16.0.0/12, 172.32.0.1, false",
    "fd00::/8, fdff::1, true",
    "fd00::/8, fe80::1, false",
    "10.0.0.0/8, ::ffff:10.1.2.3, true"
  })
  void contains_what_shares_its_leading_bits(String block, String address, boolean isIn)
      throws Exception {
    assertThat(Cidr.parse(block).orElseThrow().contains(InetAddress.getByName(address)))
        .isEqualTo(isIn);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/8",
        "10.0.0.0/33",
        "10.0.0.1/8",
        "10.0.0/8",
        "10.0.0.0/",
        "10.0.0.0/x",
        "010.0.0.0/8",
        "256.0.0.0/8",
        "10.0.0.0./8",
        "localhost",
        "example.com/8",
        "fe80::1%eth0",
        "::1/129",
        "::x",
        "2130706433",
        "0x7f.1"
      })
  void rejects_what_is_no_block(String text) {
    assertThat(Cidr.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2001:0DB8:0:0:0:0:0:0/32, 2001:db8::/32",
    "::, ::",
    "::/0, ::/0",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "1:0:2:3:4:5:6:7, 1:0:2:3:4:5:6:7",
    "127.0.0.1/32, 127.0.0.1"
  })
  void is_written_the_one_recommended_way(String text, String written) {
    assertThat(Cidr.parse(text).orElseThrow()).hasToString(written);
  }

  @Test
  void has_no_bits_behind_its_prefix() throws Exception {
    InetAddress address = InetAddress.getByName("10.0.0.1");

    assertThatThrownBy(() -> new Cidr(address, 8)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Cidr(address, 33)).isInstanceOf(IllegalArgumentException.class);
  }
}
