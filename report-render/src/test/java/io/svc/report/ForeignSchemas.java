package io.svc.report;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** The schemas of formats that others have made. No one of them is fetched. */
final class ForeignSchemas {
  private static final Map<String, String> SCHEMAS =
      Map.of(
          "gitlab-codequality",
          read("/schema/gitlab-codequality.schema.json"),
          "gitlab-secrets",
          read("/schema/gitlab-secrets.schema.json"),
          "cyclonedx",
          read("/cyclonedx/bom-1.6.schema.json"));

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_7,
          builder ->
              builder.schemas(
                  Map.of(
                      "http://cyclonedx.org/schema/spdx.schema.json",
                      read("/cyclonedx/spdx.schema.json"),
                      "http://cyclonedx.org/schema/jsf-0.82.schema.json",
                      read("/cyclonedx/jsf-0.82.schema.json"))));

  private ForeignSchemas() {}

  /** What the schema of a format objects to, in the validator's words; empty for a good text. */
  static String errors(String format, String json) {
    return REGISTRY
        .getSchema(SCHEMAS.get(format), InputFormat.JSON)
        .validate(
            json,
            InputFormat.JSON,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
        .stream()
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  private static String read(String resource) {
    try (InputStream in = ForeignSchemas.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
