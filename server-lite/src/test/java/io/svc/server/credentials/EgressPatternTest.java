package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.policies.dsl.HostText;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressPatternTest {
  @ParameterizedTest
  @CsvSource({
    "api.stripe.com, api.stripe.com",
    "API.Stripe.COM, api.stripe.com",
    "*.XN--bcher-kva.example, *.xn--bcher-kva.example",
    "api.example.com:443, api.example.com",
    "api.example.com:8443/v1/*, api.example.com:8443/v1/*",
    "api.example.com/*, api.example.com",
    "api.example.com/v1/Charges, api.example.com/v1/Charges",
    "127.0.0.1:9000, 127.0.0.1:9000",
    "[2001:DB8:0::1]:8443/x, [2001:db8::1]:8443/x",
    "host_name.internal, host_name.internal",
  })
  void a_pattern_has_one_spelling(String written, String spelling) {
    assertThat(EgressPattern.parse(written)).hasToString(spelling);
    assertThat(EgressPattern.parse(spelling)).isEqualTo(EgressPattern.parse(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "*.",
        "*stripe.com",
        "api.*.com",
        "**.stripe.com",
        "https://api.stripe.com",
        "user@api.stripe.com",
        "api.stripe.com:0",
        "api.stripe.com:65536",
        "api.stripe.com:",
        "api..stripe.com",
        "api.stripe.com/a*",
        "api.stripe.com/*/b",
        "api.stripe.com/a//b",
        "api.stripe.com/../b",
        "api.stripe.com/./b",
        "api.stripe.com/a%2fb",
        "api%2estripe.com",
        "api.stripe.com/a?b",
        "api.stripe.com/a;b",
        "api stripe.com",
        "api.stripe.com\r\nx",
        "2001:db8::1",
        "*.10.0.0.1",
        "*.[::1]",
      })
  void what_is_no_pattern_is_rejected_by_name(String text) {
    assertThatThrownBy(() -> EgressPattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"" + text + "\" is not a valid pattern; expected ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"api.stripe.com.", "bücher.example", "*.Bücher.example", "0x7f.1:9000", "127.1"})
  void a_host_that_others_may_read_differently_is_rejected(String text) {
    assertThatThrownBy(() -> EgressPattern.parse(text))
        .hasMessageStartingWith("\"" + text + "\" is not a valid pattern; expected ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*.com", "*.co.uk", "*.github.io", "*.internal", "*.s3.amazonaws.com"})
  void below_what_many_share_no_credential_is_given_to_all(String text) {
    assertThatThrownBy(() -> EgressPattern.parse(text))
        .hasMessageContaining("anyone can register a name below " + text.substring(2));
  }

  @ParameterizedTest
  @CsvSource({
    "api.stripe.com, api.stripe.com, 443, /, true",
    "api.stripe.com, API.STRIPE.COM., 443, /v1, true",
    "api.stripe.com, api.stripe.com, 80, /, false",
    "api.stripe.com, api.stripe.com, 8443, /, false",
    "api.stripe.com:8443, api.stripe.com, 8443, /, true",
    "*.stripe.com, api.stripe.com, 443, /, true",
    "*.stripe.com, a.b.stripe.com, 443, /, true",
    "*.stripe.com, stripe.com, 443, /, false",
    "*.stripe.com, evilstripe.com, 443, /, false",
    "*.stripe.com, stripe.com.evil.com, 443, /, false",
    "api.stripe.com, xapi.stripe.com, 443, /, false",
    "xn--bcher-kva.example, xn--bcher-kva.example, 443, /, true",
    "127.0.0.1:9000, 2130706433, 9000, /, true",
    "slack.com/api/*, slack.com, 443, /api/chat, true",
    "slack.com/api/*, slack.com, 443, /api/, true",
    "slack.com/api/*, slack.com, 443, /api, false",
    "slack.com/api/*, slack.com, 443, /apix/chat, false",
    "slack.com/api/*, slack.com, 443, /%61pi/chat, true",
    "slack.com/api/*, slack.com, 443, /api/../admin, false",
    "slack.com/api/*, slack.com, 443, /api/..%2fadmin, false",
    "slack.com/api/*, slack.com, 443, /api/%2e%2e/admin, false",
    "slack.com/api/*, slack.com, 443, /api/..%5cadmin, false",
    "slack.com/api/*, slack.com, 443, /api/..;/admin, false",
    "slack.com/api/*, slack.com, 443, /api/%252e%252e/admin, false",
    "slack.com/api/*, slack.com, 443, /api//x, false",
    "slack.com/api, slack.com, 443, /api, true",
    "slack.com/api, slack.com, 443, /api/chat, false",
    "slack.com, slack.com, 443, /api/../admin, true",
  })
  void it_means_some_requests(String pattern, String host, int port, String path, boolean isMeant) {
    EgressPattern parsed = EgressPattern.parse(pattern);
    String name = HostText.normalise(host);

    boolean isFound =
        EgressPattern.keys(name).contains(parsed.key())
            && parsed.matches(port, EgressPattern.plain(path));

    assertThat(isFound).isEqualTo(isMeant);
  }

  @Test
  void the_most_specific_goes_first_whatever_the_order() {
    List<String> ordered =
        List.of(
            "a.b.example.com/v1/charges",
            "a.b.example.com/v1/charges/*",
            "a.b.example.com/v1/*",
            "a.b.example.com",
            "*.b.example.com/v1/charges",
            "*.b.example.com",
            "*.example.com/v1/*",
            "*.example.com");

    Stream<EgressPattern> sorted =
        ordered.stream()
            .sorted(java.util.Comparator.reverseOrder())
            .map(EgressPattern::parse)
            .sorted(EgressPattern.MOST_SPECIFIC_FIRST);

    assertThat(sorted.map(EgressPattern::toString)).containsExactlyElementsOf(ordered);
  }
}
