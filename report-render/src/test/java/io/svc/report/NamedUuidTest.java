package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class NamedUuidTest {
  @Test
  void a_name_has_the_uuid_that_others_make_of_it() {
    assertThat(NamedUuid.ofUrl("http://www.example.com/"))
        .isEqualTo("fcde3c85-2270-590f-9e7c-ee003d65e0e2");
    assertThat(UUID.fromString(NamedUuid.ofUrl("")).version()).isEqualTo(5);
  }
}
