package io.svc.scanner.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.address.IpNumber.Reachability;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MetadataAddressesTest {
  static Stream<String> texts() {
    return MetadataAddresses.texts().stream();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void the_scanner_takes_every_address_of_the_table_for_metadata(String text) {
    String host = text.indexOf(':') < 0 ? text : "[" + text + "]";

    assertThat(UrlHost.of("http://" + host + "/latest").isMetadata()).isTrue();
    assertThat(IpNumber.of(host).orElseThrow().reach()).isEqualTo(Reachability.METADATA);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void texts_and_numbers_of_the_table_are_the_same(String text) throws Exception {
    byte[] bytes = InetAddress.getByName(text).getAddress();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    boolean isKnown =
        bytes.length == 4
            ? MetadataAddresses.containsIpv4(Integer.toUnsignedLong(buffer.getInt()))
            : MetadataAddresses.containsIpv6(buffer.getLong(), buffer.getLong());

    assertThat(isKnown).isTrue();
  }

  @Test
  void addresses_next_to_those_of_the_table_are_not_in_it() {
    assertThat(MetadataAddresses.containsIpv4(0xA9FEA9FFL)).isFalse();
    assertThat(MetadataAddresses.containsIpv6(0xFD000EC200000000L, 0x255)).isFalse();
    assertThat(MetadataAddresses.containsIpv6(0x254, 0xFD000EC200000000L)).isFalse();
  }
}
