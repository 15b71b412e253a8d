package io.svc.cli.clients;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.JsonOutput;
import io.svc.cli.clients.ClientInventory.Entry;
import io.svc.cli.clients.ClientInventory.FoundFile;
import io.svc.scanner.client.McpClient;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** The inventory as JSON, described by {@code docs/schema/mcp-clients.schema.json}. */
final class ClientsJson {
  private ClientsJson() {}

  static void write(ClientInventory inventory, boolean includesAbsent, Writer out)
      throws IOException {
    try (JsonGenerator json = JsonOutput.generator(out)) {
      json.writeStartObject();
      json.writeNumberField("known_clients", inventory.clients().size());
      json.writeNumberField("files", inventory.files().size());
      json.writeNumberField("servers", inventory.servers());
      json.writeArrayFieldStart("clients");
      for (Entry entry : includesAbsent ? inventory.clients() : inventory.present()) {
        write(json, entry);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write("\n");
  }

  private static void write(JsonGenerator json, Entry entry) throws IOException {
    McpClient client = entry.client();
    json.writeStartObject();
    json.writeStringField("label", client.label());
    json.writeStringField("name", client.displayName());
    json.writeStringField("kind", client.kind().name().toLowerCase(Locale.ROOT));
    json.writeArrayFieldStart("files");
    for (FoundFile file : entry.files()) {
      json.writeStartObject();
      json.writeStringField("path", file.path());
      json.writeStringField("scope", file.scope().name().toLowerCase(Locale.ROOT));
      json.writeStringField("status", file.status().label());
      json.writeNumberField("servers", file.servers());
      json.writeNumberField("skipped", file.skipped());
      json.writeStringField("reason", file.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("places");
    for (String path : entry.places()) {
      json.writeString(path);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
