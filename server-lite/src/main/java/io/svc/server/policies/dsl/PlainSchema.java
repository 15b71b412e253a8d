package io.svc.server.policies.dsl;

import java.util.Map;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.Schema;

/**
 * The core schema of YAML 1.2.2 (section 10.3) without what the library adds to it: merge keys and
 * variables of the environment are text like any other.
 */
final class PlainSchema implements Schema {
  private final Schema core = new CoreSchema();

  @Override
  public ScalarResolver getScalarResolver() {
    ScalarResolver resolver = core.getScalarResolver();
    return (value, implicit) -> {
      Tag tag = resolver.resolve(value, implicit);
      return tag.equals(Tag.MERGE) || tag.equals(Tag.ENV_TAG) ? Tag.STR : tag;
    };
  }

  @Override
  public Map<Tag, ConstructNode> getSchemaTagConstructors() {
    return core.getSchemaTagConstructors();
  }
}
