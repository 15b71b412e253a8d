package io.svc.server.db;

import java.lang.reflect.Type;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;
import org.jdbi.v3.core.spi.JdbiPlugin;

/**
 * How values lie in columns, the same in both stores: times as milliseconds since 1970, enums by
 * their labels, tenants by their identifiers.
 */
final class Columns implements JdbiPlugin {
  @Override
  public void customizeJdbi(Jdbi jdbi) {
    jdbi.registerArgument(new Times());
    jdbi.registerArgument(new Labels());
    jdbi.registerArgument(new Tenants());
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
    jdbi.registerColumnMapper(new LabelMapper());
    jdbi.registerRowMapper(new Records());
  }

  private static final class Times extends AbstractArgumentFactory<Instant> {
    Times() {
      super(Types.BIGINT);
    }

    @Override
    protected Argument build(Instant value, ConfigRegistry config) {
      return (position, statement, ctx) -> statement.setLong(position, value.toEpochMilli());
    }
  }

  private static final class Tenants extends AbstractArgumentFactory<OrgId> {
    Tenants() {
      super(Types.VARCHAR);
    }

    @Override
    protected Argument build(OrgId value, ConfigRegistry config) {
      return (position, statement, ctx) -> statement.setString(position, value.value());
    }
  }

  private static final class Labels implements ArgumentFactory {
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
            if (label == null) {
              return null;
            }
            throw new IllegalStateException("no such label of " + candidate.getSimpleName());
          });
    }
  }
}
