package io.svc.server.redaction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardNumbersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "card «4111 1111 1111 1111»",
        "«4111111111111111»",
        "«4111-1111-1111-1111»,",
        "«5555555555554444»",
        "«2223 0031 2200 3222»",
        "«3782 822463 10005»",
        "«378282246310005»",
        "«6011 1111 1111 1117»",
        "«3056 930902 5904»",
        "«3530111333300000»",
        "«6200000000000005»",
        "{\"pan\":\"«4000056655665556»\"}",
        "«4111\u00a01111\u00a01111\u00a01111» with narrow spaces",
        "«4111–1111–1111–1111» with en dashes",
        "«４１１１１１１１１１１１１１１１» in full width",
        "No. 12 «4111 1111 1111 1111» 123",
        "Kortnummer: «6759649826438453»",
        "carte n° «4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1»",
        "numer karty «41111111 11111111»",
        "カード番号は«4111111111111111»です",
        "card_number=«4222222222222»;"
      })
  void finds_numbers(String marked) {
    Marked.assertFound(EntityType.CREDIT_CARD, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4111 1111 1111 1112",
        "4111111111111112",
        "card 1234 5678 9012 3456",
        "0000 0000 0000 0000",
        "1700000000000",
        "0.4111111111111111",
        "4111111111111111.5",
        "ref4111111111111111",
        "4111111111111111x",
        "41111111111111114111111111111111",
        "4111 1111\n1111 1111",
        "4111-1111 1111-1111",
        "4111/1111/1111/1111",
        "2024-01-15 12 30 45 123456",
        "order 1234567812345670",
        "uuid 41111111-1111-1111-a111-111111111111"
      })
  void leaves_other_digits(String text) {
    Marked.assertFound(EntityType.CREDIT_CARD, text);
  }
}
