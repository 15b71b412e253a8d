package io.svc.server.config;

import java.util.List;

/** Spellings of the address 127.0.0.1 and of the name localhost, for tests of outbound clients. */
public final class HostSpellings {
  private HostSpellings() {}

  /** Spellings that programs read differently, so that no outbound address may have them. */
  public static List<String> ambiguous() {
    return List.of(
        // octal
        "0177.0.0.1",
        "0177.0.0.01",
        "017700000001",
        "127.0.0.01",
        "127.0.0.001",
        // hexadecimal
        "0x7f.0.0.1",
        "0x7f.0x0.0x0.0x1",
        "0X7F000001",
        "127.0.0.0x1",
        // a decimal integer, short forms, numbers out of range
        "2130706433",
        "127.1",
        "127.0.1",
        "0",
        "127.0.0.257",
        "127.0.0.1.1",
        // a dot at the end, empty labels
        "127.0.0.1.",
        "localhost.",
        "localhost..",
        ".localhost",
        "127..0.1",
        // IPv4 in IPv6
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        // zones
        "[::1%25lo]",
        "[::1%251]",
        "[fe80::1%25eth0]",
        // percent-encoded
        "127.0.0.%31",
        "%6cocalhost",
        "127%2e0.0.1",
        "local%00host",
        // other scripts: fullwidth digits and letters, circled digits, ideographic full stops
        "\uFF11\uFF12\uFF17.0.0.1",
        "127\u30020\u30020\u30021",
        "127\uFF0E0\uFF0E0\uFF0E1",
        "\u2460\u2461\u2466.0.0.1",
        "\uFF4Cocalhost",
        "loc\u00ADalhost",
        "localhost\u200B",
        // text before or after the host
        "user@127.0.0.1",
        "user:password@127.0.0.1",
        "example.com@127.0.0.1",
        "@127.0.0.1",
        "127.0.0.1\\@example.com",
        "127.0.0.1\\",
        "example.com\\.127.0.0.1",
        "127.0.0.1%2f",
        "127.0.0.1\t",
        "127.0.0.1 ",
        "[127.0.0.1]",
        "[localhost]",
        "");
  }
}
