package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryTest {
  @Test
  void the_first_value_of_a_parameter_counts() {
    assertThat(Query.values("a=1&b=%C3%BC+x&a=2&c&=d&&e=f=g"))
        .isEqualTo(Map.of("a", "1", "b", "\u00fc x", "c", "", "", "d", "e", "f=g"));
    assertThat(Query.values(null)).isEmpty();
  }

  @Test
  void what_is_not_percent_encoded_is_the_callers_mistake() {
    assertThatThrownBy(() -> Query.values("a=%zz"))
        .isInstanceOf(ApiException.class)
        .hasMessage("\"%zz\" in the query is not percent-encoded.");
  }
}
