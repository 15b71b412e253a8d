package io.svc.scanner.redact;

import io.svc.scanner.redact.Setting.Form;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Reads the named values of XML settings: {@code <password>x</password>} (Maven), {@code <add
 * key="ApiKey" value="x"/>} (.NET), {@code <property name="password"><value>x</value></property>}
 * (Spring) and attributes. The readable parts of malformed markup are read, too.
 */
final class MarkupText {
  private static final int MAX_DEPTH = 64;
  private static final int LONGEST_TAG = 4_096;
  private static final String CDATA = "<![CDATA[";
  private static final List<String> LABELS = List.of("name", "key", "id");
  private static final String[][] ENTITIES = {
    {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}
  };

  private final String text;

  /** The last ends of a comment and of CDATA, after which no end is searched for. */
  private final int lastComment;

  private final int lastData;
  private final List<Setting> settings = new ArrayList<>();
  private final Deque<String> names = new ArrayDeque<>();

  private MarkupText(String text) {
    this.text = text;
    this.lastComment = text.lastIndexOf("-->");
    this.lastData = text.lastIndexOf("]]>");
  }

  /** Returns the values of attributes and of elements without other elements in them. */
  static List<Setting> in(String text) {
    MarkupText markup = new MarkupText(text);
    int next = 0;
    while (next >= 0 && markup.settings.size() < SettingsText.MAX_SETTINGS) {
      int open = text.indexOf('<', next);
      next = open < 0 ? -1 : markup.addTag(open);
    }
    SettingsText.addUnread(markup.settings, text, next < 0 ? text.length() : next);
    return markup.settings;
  }

  /** Adds a tag's attributes and the text after it. Returns the end of the tag. */
  private int addTag(int open) {
    if (text.startsWith("<!--", open)) {
      int close = open < lastComment ? text.indexOf("-->", open) : -1;
      return close < 0 ? open + 4 : close;
    }
    int close = endOfTag(open);
    if (close < 0) {
      return text.indexOf('<', open + 1);
    }
    if (text.startsWith("</", open)) {
      names.pollLast();
      return close;
    }
    int nameEnd = open + 1;
    while (nameEnd < close && isOfName(text.charAt(nameEnd))) {
      nameEnd++;
    }
    if (nameEnd == open + 1) {
      return open + 1;
    }
    String element = text.substring(open + 1, nameEnd);
    String label = addAttributes(nameEnd, close);
    if (text.charAt(close - 1) == '/') {
      return close;
    }
    String parent = names.isEmpty() ? element : names.getLast();
    String name = !label.isEmpty() ? label : element.equals("value") ? parent : element;
    if (names.size() < MAX_DEPTH) {
      names.addLast(name);
    }
    return addContent(name, close + 1);
  }

  /** Returns the index of the closing bracket, which may occur in a quoted attribute before. */
  private int endOfTag(int open) {
    int last = Math.min(text.length(), open + LONGEST_TAG);
    char quote = 0;
    for (int i = open + 1; i < last; i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return i;
      } else if (c == '<') {
        return -1;
      }
    }
    return -1;
  }

  /** Adds attributes. Returns the name that they give to the element's value, or nothing. */
  private String addAttributes(int from, int close) {
    String label = "";
    int valueStart = -1;
    int valueEnd = -1;
    int i = from;
    while (i < close) {
      int nameStart = i;
      while (i < close && isOfName(text.charAt(i))) {
        i++;
      }
      boolean isQuoted =
          i > nameStart
              && i + 1 < close
              && text.charAt(i) == '='
              && (text.charAt(i + 1) == '"' || text.charAt(i + 1) == '\'');
      int end = isQuoted ? closing(i + 1, close) : -1;
      if (end < 0) {
        i++;
        continue;
      }
      String name = text.substring(nameStart, i);
      if (LABELS.contains(name) && label.isEmpty()) {
        label = plain(i + 2, end);
      } else if (name.equals("value")) {
        valueStart = i + 2;
        valueEnd = end;
      } else {
        add(name, i + 2, end);
      }
      i = end + 1;
    }
    if (valueStart >= 0) {
      add(label.isEmpty() ? "value" : label, valueStart, valueEnd);
    }
    return label;
  }

  private int closing(int open, int last) {
    int end = open + 1;
    while (end < last && text.charAt(end) != text.charAt(open)) {
      end++;
    }
    return end < last ? end : -1;
  }

  /** Adds the text of an element. Returns the start of the next tag; negative at the end. */
  private int addContent(String name, int from) {
    if (text.startsWith(CDATA, from)) {
      int start = from + CDATA.length();
      int close = start <= lastData ? text.indexOf("]]>", start) : -1;
      if (close > start) {
        settings.add(new Setting(Form.SETTING, name, text.substring(start, close), start, close));
      }
      return close < 0 ? start : close;
    }
    int end = text.indexOf('<', from);
    if (end >= 0 && text.startsWith("</", end)) {
      add(name, from, end);
    }
    return end;
  }

  private void add(String name, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && text.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && text.charAt(end - 1) <= ' ') {
      end--;
    }
    if (start < end) {
      settings.add(new Setting(Form.SETTING, name, plain(start, end), start, end));
    }
  }

  private String plain(int start, int end) {
    String plain = text.substring(start, end);
    for (String[] entity : ENTITIES) {
      plain = plain.indexOf('&') < 0 ? plain : plain.replace(entity[0], entity[1]);
    }
    return plain;
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || "_-.:".indexOf(c) >= 0;
  }
}
