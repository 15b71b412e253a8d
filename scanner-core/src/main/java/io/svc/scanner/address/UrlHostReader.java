package io.svc.scanner.address;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Extracts the host from an address. A strict parser rejects addresses with references in the host,
 * and clients accept more than a strict parser. This class follows the browsers' URL standard: any
 * number of slashes starts a host, and a backslash ends it.
 */
final class UrlHostReader {
  /** Schemes of HTTP and WebSocket. */
  static final Set<String> WEB = Set.of("http", "https", "ws", "wss");

  private static final String MARK = "://";
  private static final int LONGEST_SCHEME = 30;
  private static final int LONGEST_REFERENCE = 200;
  private static final int LONGEST_DECODED = 1000;

  private static final String ENDS = "/?#\\ \t\r\n\"'`";

  /**
   * Also ends an address within a longer text, although a password may contain these characters.
   */
  private static final String ENDS_WITHIN_TEXT = ENDS + ",;|()";

  private UrlHostReader() {}

  static UrlHost read(String url) {
    String text = DefaultValueResolver.filledIn(url).strip();
    int colon = text.indexOf(':');
    return colon > 0 && colon <= LONGEST_SCHEME && schemeStart(text, colon) == 0
        ? readAfterScheme(text, 0, colon, ENDS)
        : UrlHost.NONE;
  }

  static UrlHost readWithoutScheme(String address) {
    String text = DefaultValueResolver.filledIn(address).strip();
    return ofAuthority("", text, text.startsWith("//") ? 2 : 0, ENDS);
  }

  static List<UrlHost> readAll(String text) {
    if (!text.contains(MARK)) {
      return List.of();
    }
    String filledText = DefaultValueResolver.filledIn(text);
    List<UrlHost> hosts = new ArrayList<>();
    int mark = filledText.indexOf(MARK);
    while (mark >= 0) {
      int start = schemeStart(filledText, mark);
      if (start < mark) {
        UrlHost host = readAfterScheme(filledText, start, mark, ENDS_WITHIN_TEXT);
        if (!host.isEmpty()) {
          hosts.add(host);
        }
      }
      mark = filledText.indexOf(MARK, mark + MARK.length());
    }
    return hosts;
  }

  private static int schemeStart(String text, int colon) {
    int start = colon;
    while (start > 0 && colon - start < LONGEST_SCHEME) {
      char c = text.charAt(start - 1);
      if (!Character.isLetterOrDigit(c) && c != '+' && c != '-' && c != '.') {
        break;
      }
      start--;
    }
    return start;
  }

  private static UrlHost readAfterScheme(String text, int start, int colon, String ends) {
    String scheme = text.substring(start, colon).toLowerCase(Locale.ROOT);
    int host = colon + 1;
    if (WEB.contains(scheme)) {
      while (host < text.length() && (text.charAt(host) == '/' || text.charAt(host) == '\\')) {
        host++;
      }
    } else if (text.startsWith("//", host)) {
      host += 2;
    }
    return host == colon + 1 ? UrlHost.NONE : ofAuthority(scheme, text, host, ends);
  }

  private static UrlHost ofAuthority(String scheme, String text, int start, String ends) {
    String authority = text.substring(start, endOf(text, start, ends));
    int at = authority.lastIndexOf('@');
    String host = authority.substring(at + 1);
    String written = host.substring(0, endOfHost(host));
    String userInfo = at < 0 ? "" : authority.substring(0, at);
    return new UrlHost(scheme, userInfo, written, name(written));
  }

  private static int endOfHost(String host) {
    if (host.startsWith("[")) {
      int close = host.indexOf(']');
      return close > 0 ? close + 1 : host.length();
    }
    return endOf(host, 0, ":");
  }

  /**
   * Returns the index of the first of some characters outside of braces, which enclose references.
   */
  private static int endOf(String text, int start, String ends) {
    int close = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{' && close >= 0) {
        close = endOfBraces(text, i);
        i = Math.max(close, i);
      } else if (ends.indexOf(c) >= 0) {
        return i;
      }
    }
    return text.length();
  }

  private static int endOfBraces(String text, int open) {
    int limit = Math.min(text.length(), open + LONGEST_REFERENCE);
    for (int i = open + 1; i < limit; i++) {
      if (text.charAt(i) == '}') {
        return i;
      }
    }
    return -1;
  }

  /** Returns the name that programs look up for a host. */
  private static String name(String written) {
    String name = written.toLowerCase(Locale.ROOT);
    if (written.length() <= LONGEST_DECODED && !written.startsWith("[")) {
      name = name.indexOf('%') < 0 ? name : decoded(name);
      name = isAscii(name) ? name : folded(name);
    }
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /** Decodes escapes of plain characters only, so that {@code %HOST%} remains unchanged. */
  private static String decoded(String text) {
    StringBuilder decoded = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean mayBeCode = c == '%' && i + 2 < text.length();
      int high = mayBeCode ? Character.digit(text.charAt(i + 1), 16) : -1;
      int low = high >= 2 && high < 8 ? Character.digit(text.charAt(i + 2), 16) : -1;
      decoded.append(low < 0 ? c : (char) (high * 16 + low));
      i += low < 0 ? 0 : 2;
    }
    return decoded.toString().toLowerCase(Locale.ROOT);
  }

  /** Maps fullwidth and circled letters and digits to plain ones, and wide full stops to dots. */
  private static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKC)
        .replace('\u3002', '.')
        .toLowerCase(Locale.ROOT);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 127) {
        return false;
      }
    }
    return true;
  }
}
