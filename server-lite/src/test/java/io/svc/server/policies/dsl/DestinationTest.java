package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "http://169.254.169.254/latest/meta-data",
        "http://2852039166/",
        "http://0xa9fea9fe/",
        "http://0xA9.0xFE.0xA9.0xFE",
        "http://0251.0376.0251.0376",
        "http://169.254.43518",
        "http://169.16689662",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]:80",
        "::ffff:a9fe:a9fe",
        "http://169.254.169.254./",
        "http://%31%36%39.254.169.254/",
        "http://１６９。２５４。１６９。２５４/",
        "http:\\\\169.254.169.254\\latest",
        "http:169.254.169.254",
        "http:////169.254.169.254",
        "  ht\ntp://169.254.\t169.254/ ",
        "http://user:pass@169.254.169.254:8080/",
        "http://good.example@169.254.169.254/",
        "http://0169.254.169.254/",
        "//169.254.169.254/x",
        "169.254.169.254:80"
      })
  void one_address_is_one_host_however_it_is_written(String text) {
    assertThat(Facts.Destination.of(text).host()).isEqualTo("169.254.169.254");
  }

  @ParameterizedTest
  @CsvSource({
    "https://API.Example.COM/v1, https, api.example.com, 443, /v1",
    "http://example.com, http, example.com, 80, /",
    "wss://example.com:8443/a?b=c#d, wss, example.com, 8443, /a",
    "example.com, '', example.com, 0, /",
    "localhost:8080, '', localhost, 8080, /",
    "api.example.com:8443/x, '', api.example.com, 8443, /x",
    "bücher.example, '', xn--bcher-kva.example, 0, /",
    "http://[2001:DB8::0:1]:81/, http, 2001:db8::1, 81, /",
    "http://[fe80::1%25eth0]/, http, fe80::1, 80, /",
    "2001:db8::1, '', 2001:db8::1, 0, /",
    "postgres://db.example:5432/main, postgres, db.example, 5432, /main",
    "s3://bucket/key, s3, bucket, 0, /key",
    "mailto:bob@example.com, mailto, example.com, 0, ''",
    "file:///etc/passwd, file, '', 0, /etc/passwd",
    "https://good.example\\@evil.example/, https, good.example, 443, /@evil.example/",
    "https://evil.example#@good.example/, https, evil.example, 443, /",
    "http://example.com:99999/, http, example.com, 0, /",
    "http://a..b/, http, a..b, 80, /"
  })
  void scheme_host_port_and_path_are_read(
      String text, String scheme, String host, int port, String path) {
    Facts.Destination read = Facts.Destination.of(text);

    assertThat(read).isEqualTo(new Facts.Destination(read.url(), scheme, host, port, path));
  }

  @ParameterizedTest
  @CsvSource({
    "http://e.example/a/../admin/x, /admin/x",
    "http://e.example/%61dmin/x, /admin/x",
    "http://e.example/a/%2e%2E/admin/., /admin/",
    "http://e.example/../../admin, /admin",
    "http://e.example/a%2fb, /a%2Fb",
    "http://e.example/a/b/.., /a/",
    "http://e.example\\admin, /admin"
  })
  void a_path_cannot_be_hidden(String text, String path) {
    assertThat(Facts.Destination.of(text).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTPS://User:pw@API.Example.com:443/a/./b?q=1#f, https://api.example.com/a/b?q=1",
    "http://[2001:db8::1]:81/, http://[2001:db8::1]:81/",
    "example.com/x, example.com/x"
  })
  void the_url_has_neither_credentials_nor_fragment(String text, String url) {
    assertThat(Facts.Destination.of(text).url()).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://", "http://x y/", "http://[::1", "://", "http://?", "%%%", "http://\0/"})
  void what_cannot_be_read_has_no_host(String text) {
    assertThat(Facts.Destination.of(text).host()).isEmpty();
  }

  @Test
  void dots_behind_a_host_do_not_hide_it() {
    assertThat(HostText.normalise("127.0.0.1..")).isEqualTo("127.0.0.1");
    assertThat(HostText.normalise("0x7f..")).isEqualTo("0.0.0.127");
    assertThat(HostText.normalise("example.com...")).isEqualTo("example.com");
    assertThat(HostText.normalise("..")).isEmpty();
  }

  @Test
  void addresses_within_addresses_are_found() {
    assertThat(HostText.addresses("64:ff9b::a9fe:a9fe")).hasSize(2);
    assertThat(HostText.addresses("::a9fe:a9fe")).hasSize(2);
    assertThat(HostText.addresses("2002:a9fe:a9fe::1")).hasSize(2);
    assertThat(HostText.addresses("2001:db8::1")).hasSize(1);
    assertThat(HostText.addresses("example.com")).isEmpty();
  }
}
