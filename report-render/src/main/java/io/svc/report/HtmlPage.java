package io.svc.report;

import io.svc.rules.Severity;

/** The frame of every HTML page: its head, header and footer. */
final class HtmlPage {
  private static final Severity[] SEVERITIES = Severity.values();
  private static final String SHIELD =
      "<svg width=\"15\" height=\"15\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\""
          + " stroke-width=\"2.2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
          + " aria-hidden=\"true\"><path d=\"M12 3l8 3v6c0 4.6-3.3 7.8-8 9-4.7-1.2-8-4.4-8-9V6z\"/>"
          + "<path d=\"M8.8 12l2.3 2.3 4.2-4.6\"/></svg>";

  private HtmlPage() {}

  /** Writes everything up to the start of the main part, which stays open. */
  static void begin(HtmlBuilder page, String title, HtmlAssets assets) {
    page.html("<!DOCTYPE html>\n").open("html", "lang", "en").line();
    page.open("head").line();
    page.open("meta", "charset", "utf-8").line();
    meta(page, "http-equiv", "Content-Security-Policy", assets.policy());
    meta(page, "name", "viewport", "width=device-width, initial-scale=1");
    meta(page, "name", "color-scheme", "light dark");
    meta(page, "name", "referrer", "no-referrer");
    meta(page, "name", "generator", ToolMetadata.NAME + " " + ToolMetadata.version());
    page.element("title", title).line();
    page.html("<style>").html(assets.style()).html("</style>\n</head>\n<body>\n");
    page.element("a", "Skip to the report", "class", "skip", "href", "#report").line();
    appendBars(page);
    page.open("header", "class", "top");
    page.open("span", "class", "mark").html(SHIELD).close("span");
    page.element("span", "Svc Preflight", "class", "brand");
    page.element(
        "button", "Theme", "type", "button", "class", "button", "id", "theme", "hidden", "");
    page.closeLine("header");
    page.open("main", "id", "report").line();
  }

  /** Ends the main part and the page. */
  static void end(HtmlBuilder page, HtmlAssets assets) {
    page.closeLine("main").open("footer").open("p");
    page.text("Created by " + ToolMetadata.NAME + " " + ToolMetadata.version());
    page.text(", offline. Secrets are masked. This file loads no external resources.");
    page.close("p").closeLine("footer");
    page.html("<script>").html(assets.script()).html("</script>\n</body>\n</html>\n");
  }

  /** Returns a severity as a word with bars and color. */
  static HtmlBuilder severity(HtmlBuilder page, Severity severity, String text) {
    page.open("span", "class", "tag " + severity.label());
    page.open("svg", "width", "14", "height", "12", "aria-hidden", "true");
    page.open("use", "href", "#bars-" + severity.label()).close("use").close("svg");
    return page.text(text).close("span");
  }

  /** Returns a number with its noun: {@code 1 server}, {@code 2 servers}. */
  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static void meta(HtmlBuilder page, String kind, String name, String content) {
    page.open("meta", kind, name, "content", content).line();
  }

  /** Defines the bars of each severity once: critical fills four, info none. */
  private static void appendBars(HtmlBuilder page) {
    page.open("svg", "class", "unseen", "width", "0", "height", "0", "aria-hidden", "true");
    for (int filled = 0; filled < SEVERITIES.length; filled++) {
      String id = "bars-" + SEVERITIES[filled].label();
      page.open("symbol", "id", id, "viewBox", "0 0 70 60", "fill", "currentColor");
      for (int i = 0; i < SEVERITIES.length - 1; i++) {
        int rise = i * 12;
        page.open(
            "rect",
            "x",
            String.valueOf(i * 18),
            "y",
            String.valueOf(40 - rise),
            "width",
            "13",
            "height",
            String.valueOf(20 + rise),
            "rx",
            "4",
            "opacity",
            i < filled ? "1" : ".28");
        page.close("rect");
      }
      page.close("symbol");
    }
    page.closeLine("svg");
  }
}
