package io.svc.cli;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.svc.report.Renderers;
import io.svc.report.Terminal;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.parser.Parser;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What must hold of every output, whatever was scanned. */
final class FuzzOutputs {
  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final Pattern TAG = Pattern.compile("<([A-Za-z!/][^\\s>]*)");
  private static final Pattern HANDLER = Pattern.compile("<[A-Za-z][^>\"]*\\son[a-z]+\\s*=");
  private static final Pattern SCRIPT_LINK =
      Pattern.compile("(?:href|src)=\"\\s*(?i:javascript|data|vbscript):");
  private static final Set<String> NEVER =
      Set.of("iframe", "object", "embed", "img", "base", "link", "form", "applet", "frame");
  private static final Pattern WORKFLOW_COMMAND =
      Pattern.compile("::(?:error|warning|notice)[ :].*");

  private FuzzOutputs() {}

  /** All formats, of which none may show the secret. */
  static void check(McpScanReport report, String secret)
      throws IOException, ParserConfigurationException {
    for (String format : Renderers.formats()) {
      String text = written(report, format);
      if (text.contains(secret)) {
        throw new AssertionError("the secret stands in " + format);
      }
      check(format, text);
    }
  }

  /** One of the formats: writing and reading all of them takes longer than what is read before. */
  static void checkFormat(McpScanReport report, int chosen)
      throws IOException, ParserConfigurationException {
    List<String> formats = List.copyOf(Renderers.formats());
    String format = formats.get(Math.floorMod(chosen, formats.size()));
    check(format, written(report, format));
  }

  private static String written(McpScanReport report, String format) throws IOException {
    StringWriter out = new StringWriter();
    Renderers.ofFormat(format).orElseThrow().renderReports(List.of(report), Terminal.PLAIN, out);
    return out.toString();
  }

  private static void check(String format, String text)
      throws IOException, ParserConfigurationException {
    switch (format) {
      case "json", "sarif", "gitlab-codequality", "gitlab-secrets", "cyclonedx" ->
          requireJson(format, text);
      case "junit" -> requireXml(text);
      case "html" -> requireKnownMarkup(text);
      case "csv" -> requireTable(text);
      case "markdown" -> requireNoMarkup(text);
      case "github" -> requireCommands(text);
      default -> requireVisible(format, text);
    }
  }

  static void requireJson(String format, String text) {
    try {
      STRICT.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(format + " is no JSON", e);
    }
  }

  private static void requireXml(String text) throws IOException, ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    var builder = factory.newDocumentBuilder();
    builder.setErrorHandler(null);
    try {
      builder.parse(new InputSource(new StringReader(text)));
    } catch (SAXException e) {
      throw new AssertionError("junit is no XML", e);
    }
  }

  private static void requireKnownMarkup(String text) {
    Matcher tag = TAG.matcher(text);
    while (tag.find()) {
      if (NEVER.contains(tag.group(1).toLowerCase(java.util.Locale.ROOT))) {
        throw new AssertionError("html has a tag " + tag.group());
      }
    }
    if (HANDLER.matcher(text).find() || SCRIPT_LINK.matcher(text).find()) {
      throw new AssertionError("html has a script of somebody else");
    }
  }

  /** As RFC 4180 has it: as many cells in each row, and none that a spreadsheet would work out. */
  private static void requireTable(String text) {
    int columns = -1;
    for (List<String> row : rows(text)) {
      if (columns >= 0 && row.size() != columns) {
        throw new AssertionError("csv has a row of " + row.size() + " cells; expected " + columns);
      }
      columns = row.size();
      for (String cell : row) {
        if (!cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0) {
          throw new AssertionError("csv has a formula: " + cell);
        }
      }
    }
  }

  private static List<List<String>> rows(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean isQuoted = false;
    for (int i = text.startsWith("\uFEFF") ? 1 : 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isQuoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        cell.append(text.charAt(i++));
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && (c == ',' || c == '\n')) {
        row.add(cell.toString().replaceFirst("\r$", ""));
        cell.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      } else {
        cell.append(c);
      }
    }
    return rows;
  }

  private static void requireNoMarkup(String text) {
    Parser.builder()
        .build()
        .parse(text)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(HtmlBlock block) {
                reject(block.getLiteral());
              }

              @Override
              public void visit(HtmlInline inline) {
                reject(inline.getLiteral());
              }

              @Override
              public void visit(Image image) {
                throw new AssertionError("markdown has an image of " + image.getDestination());
              }

              @Override
              public void visit(Link link) {
                if (!link.getDestination().startsWith("http")) {
                  throw new AssertionError("markdown has a link to " + link.getDestination());
                }
              }
            });
  }

  private static void reject(String markup) {
    if (!markup.matches("</?(details|summary|br|sub)>|<br/?>")) {
      throw new AssertionError("markdown has markup: " + markup);
    }
  }

  private static void requireCommands(String text) {
    for (String line : text.split("[\r\n]", -1)) {
      if (line.stripLeading().startsWith("::") && !WORKFLOW_COMMAND.matcher(line).matches()) {
        throw new AssertionError("github is told: " + line);
      }
    }
    requireVisible("github", text);
  }

  /** Nothing that acts on a terminal. */
  private static void requireVisible(String format, String text) {
    if (text.codePoints().anyMatch(c -> c != '\n' && Character.isISOControl(c))) {
      throw new AssertionError(format + " has a control character");
    }
  }
}
