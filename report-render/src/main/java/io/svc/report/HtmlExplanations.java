package io.svc.report;

import java.util.Collection;

/** The explanations of the checks and rules in a report, each once, at the end of the page. */
final class HtmlExplanations {
  private final HtmlMarkdown markdown;

  HtmlExplanations(HtmlMarkdown markdown) {
    this.markdown = markdown;
  }

  void append(HtmlBuilder page, Collection<Explanation> explanations) {
    if (explanations.isEmpty()) {
      return;
    }
    page.open("section", "id", "checks").open("div", "class", "title");
    page.element("h2", "What the findings mean").closeLine("div");
    page.open("div", "class", "card").line();
    for (Explanation explanation : explanations) {
      append(page, explanation);
    }
    page.close("div").closeLine("section");
  }

  private void append(HtmlBuilder page, Explanation explanation) {
    page.open("article", "class", "check", "id", explanation.anchor()).open("div");
    page.element("h3", explanation.title()).element("code", explanation.name()).closeLine("div");
    page.open("dl", "class", "pairs").line();
    for (Explanation.Part part : explanation.parts()) {
      page.element("dt", part.heading()).open("dd");
      page.html(markdown.page(part.markdown())).closeLine("dd");
    }
    if (!explanation.references().isEmpty()) {
      page.element("dt", "More information").open("dd").open("ul", "class", "links");
      for (String reference : explanation.references()) {
        appendReference(page.open("li"), reference);
        page.close("li");
      }
      page.close("ul").closeLine("dd");
    }
    page.close("dl").closeLine("article");
  }

  private static void appendReference(HtmlBuilder page, String reference) {
    if (HtmlMarkdown.isWebLink(reference)) {
      page.element("a", reference, "href", reference, "rel", "noreferrer noopener");
    } else {
      page.element("code", reference);
    }
  }
}
