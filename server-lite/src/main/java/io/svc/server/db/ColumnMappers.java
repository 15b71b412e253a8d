package io.svc.server.db;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.lang.reflect.Type;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.generic.GenericType;
import org.jdbi.v3.core.generic.GenericTypes;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;
import org.jdbi.v3.core.spi.JdbiPlugin;

/**
 * Maps values to columns, identically in both databases: times as milliseconds since 1970, enums by
 * their labels, tenants by their identifiers, lists, maps and trees as JSON. An empty text is an
 * empty {@code Optional}.
 */
final class ColumnMappers implements JdbiPlugin {
  @Override
  public void customizeJdbi(Jdbi jdbi) {
    jdbi.registerArgument(new InstantArgumentFactory());
    jdbi.registerArgument(new EnumArgumentFactory());
    jdbi.registerArgument(new OrgIdArgumentFactory());
    jdbi.registerArgument(new JsonArguments());
    jdbi.registerColumnMapper(
        Instant.class,
        (result, column, ctx) -> {
          long millis = result.getLong(column);
          return result.wasNull() ? null : Instant.ofEpochMilli(millis);
        });
    jdbi.registerColumnMapper(
        OrgId.class,
        (result, column, ctx) -> {
          String value = result.getString(column);
          return value == null ? null : new OrgId(value);
        });
    jdbi.registerColumnMapper(
        new GenericType<Optional<String>>() {},
        (result, column, ctx) ->
            Optional.ofNullable(result.getString(column)).filter(text -> !text.isEmpty()));
    jdbi.registerColumnMapper(new LabelMapper());
    jdbi.registerColumnMapper(new JsonMapper());
    jdbi.registerRowMapper(new RecordMapperFactory());
  }

  private static final class InstantArgumentFactory extends AbstractArgumentFactory<Instant> {
    InstantArgumentFactory() {
      super(Types.BIGINT);
    }

    @Override
    protected Argument build(Instant value, ConfigRegistry config) {
      return (position, statement, ctx) -> statement.setLong(position, value.toEpochMilli());
    }
  }

  private static final class OrgIdArgumentFactory extends AbstractArgumentFactory<OrgId> {
    OrgIdArgumentFactory() {
      super(Types.VARCHAR);
    }

    @Override
    protected Argument build(OrgId value, ConfigRegistry config) {
      return (position, statement, ctx) -> statement.setString(position, value.value());
    }
  }

  private static final class EnumArgumentFactory implements ArgumentFactory {
    @Override
    public Optional<Argument> build(Type type, Object value, ConfigRegistry config) {
      return value instanceof Enum<?> constant
          ? Optional.of(
              (position, statement, ctx) -> statement.setString(position, constant.toString()))
          : Optional.empty();
    }
  }

  private static final class LabelMapper implements ColumnMapperFactory {
    @Override
    public Optional<ColumnMapper<?>> build(Type type, ConfigRegistry config) {
      if (!(type instanceof Class<?> candidate) || !candidate.isEnum()) {
        return Optional.empty();
      }
      Object[] constants = candidate.getEnumConstants();
      return Optional.of(
          (result, column, ctx) -> {
            String label = result.getString(column);
            for (Object constant : constants) {
              if (constant.toString().equals(label)) {
                return constant;
              }
            }
            if (label == null || label.isEmpty()) {
              return null;
            }
            throw new IllegalStateException("no such label of " + candidate.getSimpleName());
          });
    }
  }

  private static boolean isJson(Type type) {
    Class<?> raw = GenericTypes.getErasedType(type);
    return raw == List.class || raw == Map.class || raw == JsonNode.class;
  }

  /** Preparable, because JDBI otherwise prepares lists as SQL arrays. */
  private static final class JsonArguments implements ArgumentFactory.Preparable {
    @Override
    public Optional<Function<Object, Argument>> prepare(Type type, ConfigRegistry config) {
      return isJson(type)
          ? Optional.of(
              value ->
                  (position, statement, ctx) -> statement.setString(position, Json.text(value)))
          : Optional.empty();
    }
  }

  private static final class JsonMapper implements ColumnMapperFactory {
    @Override
    public Optional<ColumnMapper<?>> build(Type type, ConfigRegistry config) {
      if (!isJson(type)) {
        return Optional.empty();
      }
      Function<String, Object> parser = Json.parser(type);
      return Optional.of(
          (result, column, ctx) -> {
            String text = result.getString(column);
            return text == null ? null : parser.apply(text);
          });
    }
  }
}
