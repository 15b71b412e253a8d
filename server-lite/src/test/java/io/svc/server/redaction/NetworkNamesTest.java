package io.svc.server.redaction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of machines, and of accounts on chains. */
class NetworkNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "from «203.0.113.7» port 22",
        "«10.0.0.1»",
        "http://«192.168.1.10»:8080/x",
        "ip=«8.8.8.8»,",
        "IP address:«10.1.2.3»",
        "«203.0.113.7»/24",
        "at «203.0.113.7».",
        "«2001:db8::8a2e:370:7334»",
        "[«2001:db8::1»]:443",
        "«fe80::1ff:fe23:4567:890a»%eth0",
        "«2001:0db8:85a3:0000:0000:8a2e:0370:7334»",
        "«::ffff:203.0.113.7»",
        "adresse «2a00:1450:400f:80c::200e».",
        "«203.0.113.7»-«203.0.113.9»",
        "peer: «2001:db8::2»: timeout"
      })
  void finds_ip_addresses(String marked) {
    Marked.assertFound(EntityType.IP_ADDRESS, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "256.1.1.1",
        "1.2.3",
        "1.2.3.4.5",
        "v1.2.3.4",
        "version 1.2.3.4",
        "127.0.0.1 and ::1 and 0.0.0.0",
        "12:34:56",
        "2024-01-15T12:34:56",
        "std::vector<int>",
        "dead::beef",
        "a::b",
        "00:1a:2b:3c:4d:5e",
        "firmware 10.0.19041.1",
        "1.2.3.4a",
        "::"
      })
  void leaves_versions_times_and_names(String text) {
    Marked.assertFound(EntityType.IP_ADDRESS, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "«00:1a:2b:3c:4d:5e»",
        "«00-1A-2B-3C-4D-5E»",
        "«001a.2b3c.4d5e»",
        "mac «08:00:27:12:34:56», up",
        "ether «3c:22:fb:aa:bb:cc» txqueuelen"
      })
  void finds_mac_addresses(String marked) {
    Marked.assertFound(EntityType.MAC_ADDRESS, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00:00:00:00:00:00",
        "ff:ff:ff:ff:ff:ff",
        "00:1a:2b:3c:4d",
        "00:1a:2b:3c:4d:5e:6f",
        "00:1a-2b:3c:4d:5e",
        "12-34-56-78-90-12",
        "10:11:12:13:14:1g",
        "x00:1a:2b:3c:4d:5e"
      })
  void leaves_what_no_interface_has(String text) {
    Marked.assertFound(EntityType.MAC_ADDRESS, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "«1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa»",
        "«3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy»",
        "«bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq»",
        "«BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ»",
        "«bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr»",
        "send to «0x52908400098527886E0F7030069857D2E4169EE7».",
        "«TJRabPrwbZy45sbavfcjinPJC18kjpRTv8»"
      })
  void finds_crypto_addresses(String marked) {
    Marked.assertFound(EntityType.CRYPTO_ADDRESS, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
        "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx",
        "bc1QAR0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
        "0x5290840009852788",
        "0x0000000000000000000000000000000000000000",
        "0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b",
        "1111111111111111111111111111111111",
        "MyLongIdentifierThatIsNoAddress12"
      })
  void leaves_what_fails_its_checksum(String text) {
    Marked.assertFound(EntityType.CRYPTO_ADDRESS, text);
  }
}
