package io.svc.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a path is told. */
class PathTemplateTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/v1/charges, /v1/charges",
    "/v1/charges/ch_3MmlLr/refunds, /v1/charges/{id}/refunds",
    "/v2.1/user-groups/42, /v2.1/user-groups/{id}",
    "/users/3fa85f64-5717-4562-b3fc-2c963f66afa6/, /users/{id}/",
    "/bot123456:AAE-abc/sendMessage, /{id}/sendMessage",
    "/services/T00000000/B00000000/XxXxAbCdEfGhIjKlMnOpQrSt, /services/{id}/{id}/{id}",
    "/mail/jane%40example.com, /mail/{id}",
    "/mail/jane@example.com, /mail/{id}",
    "/a//b, /a//b",
    "/graphql;token=abc, /{id}",
    "/QWxhZGRpbjpvcGVuIHNlc2FtZQ==, /{id}"
  })
  void names_kinds_of_things_and_nothing_else(String path, String template) {
    assertThat(PathTemplate.of(path)).isEqualTo(template);
  }
}
