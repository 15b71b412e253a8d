package io.svc.server.redaction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Mail «owner@example.com», please.",
        "«anna.svensson@foretag.example.se»",
        "<«first.last+tag@sub.example.co.uk»>",
        "mailto:«sales@example.de»?subject=x",
        "Schreiben Sie an «müller@beispiel.example».",
        "«иван@почта.рф» написал",
        "«info@xn--bcher-kva.example»",
        "連絡先：«taro@example.jp»まで",
        "{\"to\": \"«a@b.example»\"}",
        "to=«a@b.example»&cc=«c@d.example»",
        "https://x.example/?mail=«owner%40example.com»&y=1",
        "https://x.example/?q=to%3D«owner%40example.com»",
        "o'brien: «o'brien@example.ie»",
        "'«quoted@example.com»'",
        "«\"john doe\"@example.com» wrote",
        "«user@[192.168.1.10]» bounced",
        "one «a1@example.com»;two «a2@example.com»,«a3@example.com»",
        "«x_y-z@example.museum»...",
        "See «admin@intranet.corp».",
        "(«UPPER.CASE@EXAMPLE.COM»)",
        "https://forum.example/u/«bob@example.com»",
        "«owner@example.com»-",
        "full width «owner＠example.com»"
      })
  void finds_addresses(String marked) {
    Marked.assertFound(EntityType.EMAIL_ADDRESS, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@example.com",
        "owner@",
        "owner@localhost",
        "@Override public void run()",
        "icon@2x.png and logo@3x.webp",
        "npm i left-pad@1.3.0",
        "npx @scope/server@2.0.1-beta.1",
        "git@github.com:owner/project.git",
        "ssh://deploy@host.example/path",
        "postgres://app:secret@db.example.com/main",
        "a@b@c",
        "me @ example.com",
        "x.@example.com",
        "owner@example..com",
        "owner@-example.com",
        "image@sha256:0f3a5c77",
        "5 kg @ 3.50 each",
        "@media screen { a@b }",
        "owner@example.c"
      })
  void leaves_what_only_has_the_sign(String text) {
    Marked.assertFound(EntityType.EMAIL_ADDRESS, text);
  }
}
