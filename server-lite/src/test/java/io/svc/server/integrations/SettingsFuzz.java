package io.svc.server.integrations;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ApiException;
import io.svc.server.http.Fields;
import java.util.Map;

/** The configuration of an integration as it is sent. */
public final class SettingsFuzz {
  private SettingsFuzz() {}

  /** Each kind takes it, or tells what is wrong; what was taken is taken again. */
  public static void settings(JsonNode sent) {
    for (IntegrationType type : IntegrationType.values()) {
      try {
        Fields body = Fields.ofPart(sent);
        IntegrationSettings read =
            IntegrationSettingsReader.read(body, new IntegrationSettings(type, Map.of()));
        body.check();
        Fields again = Fields.ofPart(sent);
        if (!IntegrationSettingsReader.read(again, read).values().equals(read.values())) {
          throw new AssertionError("sent again to " + type + " it is read as something else");
        }
      } catch (ApiException e) {
        // Refused with a reason.
      }
    }
  }
}
