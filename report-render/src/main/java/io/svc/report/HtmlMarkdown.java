package io.svc.report;

import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renders Markdown as safe HTML: embedded HTML is shown as text, headings become text to preserve
 * the page's outline, images are replaced by their description, and only links to the web remain.
 */
final class HtmlMarkdown {
  private static final Set<Class<? extends Block>> BLOCKS =
      Set.of(ListBlock.class, FencedCodeBlock.class);

  private final Parser pages = Parser.builder().enabledBlockTypes(BLOCKS).build();
  private final Parser sentences = Parser.builder().enabledBlockTypes(Set.of()).build();
  private final HtmlRenderer html =
      HtmlRenderer.builder()
          .escapeHtml(true)
          .sanitizeUrls(true)
          .omitSingleParagraphP(true)
          .attributeProviderFactory(context -> linkAttributes())
          .build();

  /** Renders the text of a page, which the authors of checks and rules write. */
  String page(String markdown) {
    return rendered(pages.parse(markdown), true);
  }

  /** Renders a report's summary without links, because it contains names from the file. */
  String summary(String markdown) {
    return rendered(pages.parse(markdown), false);
  }

  /** Renders a sentence of the scanner with names in backticks, for use within a line. */
  String sentence(String text) {
    return rendered(sentences.parse(MarkdownText.sentence(text)), false);
  }

  private String rendered(Node document, boolean hasLinks) {
    document.accept(new ActiveContentRemover(hasLinks));
    return html.render(document).stripTrailing();
  }

  /** Returns whether a URL leads to the web and cannot run code in the page. */
  static boolean isWebLink(String url) {
    return url.startsWith("https://") || url.startsWith("http://");
  }

  private static AttributeProvider linkAttributes() {
    return (node, tag, attributes) -> {
      if (node instanceof Link) {
        attributes.put("rel", "noreferrer noopener");
      }
    };
  }

  /** Removes active content. Runs after parsing, when entities are decoded. */
  private static final class ActiveContentRemover extends AbstractVisitor {
    private final boolean hasLinks;

    ActiveContentRemover(boolean hasLinks) {
      this.hasLinks = hasLinks;
    }

    @Override
    public void visit(Text text) {
      text.setLiteral(PlainText.of(text.getLiteral()));
    }

    @Override
    public void visit(Code code) {
      code.setLiteral(PlainText.of(code.getLiteral()));
    }

    @Override
    public void visit(FencedCodeBlock block) {
      StringBuilder safe = new StringBuilder();
      for (String line : block.getLiteral().split("\n", -1)) {
        safe.append(safe.isEmpty() ? "" : "\n").append(PlainText.of(line));
      }
      block.setLiteral(safe.toString());
      block.setInfo("");
    }

    @Override
    public void visit(Image image) {
      visitChildren(image);
      unwrap(image);
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      link.setTitle(null);
      if (!hasLinks || !isWebLink(link.getDestination())) {
        unwrap(link);
      }
    }

    private static void unwrap(Node node) {
      for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
        node.insertBefore(child);
      }
      node.unlink();
    }
  }
}
