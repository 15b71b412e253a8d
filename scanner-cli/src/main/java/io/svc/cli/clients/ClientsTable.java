package io.svc.cli.clients;

import io.svc.cli.clients.ClientInventory.Entry;
import io.svc.cli.clients.ClientInventory.FoundFile;
import io.svc.cli.console.Console;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.report.Palette;
import io.svc.rules.Severity;
import java.util.List;
import java.util.Locale;

/** The inventory as a table. */
final class ClientsTable {
  private static final int STATUS_WIDTH = "readable".length();
  private static final int SCOPE_WIDTH = "project".length();

  private final ClientInventory inventory;
  private final Palette palette;
  private final StringBuilder text = new StringBuilder();

  ClientsTable(ClientInventory inventory, Palette palette) {
    this.inventory = inventory;
    this.palette = palette;
  }

  /** Returns the table, with clients that have no files if {@code isWhole}. */
  String text(boolean includesAbsent) {
    List<Entry> present = inventory.present();
    int serversWidth = serversWidth();
    for (Entry entry : present) {
      heading(entry);
      for (FoundFile file : entry.files()) {
        line(file, serversWidth);
      }
      text.append('\n');
    }
    if (includesAbsent) {
      for (Entry entry : inventory.clients()) {
        if (entry.files().isEmpty()) {
          absent(entry);
        }
      }
    }
    summary(present.size(), includesAbsent);
    return text.toString();
  }

  private int serversWidth() {
    int width = 0;
    for (FoundFile file : inventory.files()) {
      width = Math.max(width, servers(file).length());
    }
    return width;
  }

  private void heading(Entry entry) {
    text.append(palette.bold(entry.client().displayName()));
    text.append(palette.dim(" (" + entry.client().label() + ")"));
    text.append(", ").append(entry.client().kind().words()).append('\n');
  }

  private void line(FoundFile file, int serversWidth) {
    String status = padded(file.status().label(), STATUS_WIDTH);
    text.append("  ").append(colored(file, status)).append("  ");
    text.append(padded(file.scope().name().toLowerCase(Locale.ROOT), SCOPE_WIDTH)).append("  ");
    text.append(padded(servers(file), serversWidth)).append("  ");
    text.append(TerminalSanitizer.line(file.path()));
    if (file.skipped() > 0) {
      text.append("; ").append(file.skipped());
      text.append(file.skipped() == 1 ? " entry is" : " entries are").append(" unreadable");
    }
    text.append(file.reason().isEmpty() ? "" : "; ").append(file.reason()).append('\n');
  }

  private String colored(FoundFile file, String status) {
    return switch (file.status()) {
      case READABLE -> palette.good(status);
      case PARTIAL -> palette.severity(Severity.MEDIUM, status);
      case BROKEN -> palette.severity(Severity.HIGH, status);
    };
  }

  private static String servers(FoundFile file) {
    return file.status() == ClientInventory.Status.BROKEN
        ? "-"
        : Console.count(file.servers(), "server");
  }

  private static String padded(String word, int width) {
    return word + " ".repeat(Math.max(0, width - word.length()));
  }

  private void absent(Entry entry) {
    heading(entry);
    String label = "none      ";
    for (String path : entry.places()) {
      text.append("  ").append(palette.dim(label + TerminalSanitizer.line(path))).append('\n');
      label = " ".repeat(label.length());
    }
    text.append('\n');
  }

  private void summary(int present, boolean includesAbsent) {
    int clientCount = inventory.clients().size();
    if (present == 0) {
      text.append("None of the ")
          .append(clientCount)
          .append(" known clients has a configuration file here.");
    } else {
      text.append(present).append(" of ").append(clientCount).append(" known clients: ");
      text.append(Console.count(inventory.files().size(), "file")).append(", ");
      text.append(Console.count(inventory.servers(), "server")).append('.');
    }
    text.append(includesAbsent ? "" : " Use --all to list the others and their expected paths.")
        .append('\n');
  }
}
