package io.svc.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.auth.SsoRejectedException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SsoRejectedExceptionTest {
  private static final Pattern TABLE =
      Pattern.compile("const REASONS = \\{\n(.*?)\n\\};", Pattern.DOTALL);
  private static final Pattern ENTRY = Pattern.compile("^  (\\w+):", Pattern.MULTILINE);

  @Test
  void the_sign_in_page_explains_every_reason() throws IOException {
    String page;
    try (InputStream file = getClass().getResourceAsStream("/web/views/sign-in.js")) {
      page = new String(file.readAllBytes(), UTF_8);
    }
    Matcher table = TABLE.matcher(page);

    assertThat(table.find()).isTrue();
    assertThat(ENTRY.matcher(table.group(1)).results().map((MatchResult entry) -> entry.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Reason.values()).map(Reason::toString).toList());
  }
}
