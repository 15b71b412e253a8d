package io.svc.server.db;

import java.lang.reflect.Type;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Maps rows to records by the names of columns and components. The mapping is computed once for
 * each list of columns; JDBI would do so for each statement that runs.
 */
final class RecordMapperFactory implements RowMapperFactory {
  private final Map<Class<?>, RowMapper<?>> mappers = new ConcurrentHashMap<>();

  @Override
  public Optional<RowMapper<?>> build(Type type, ConfigRegistry config) {
    if (!(type instanceof Class<?> candidate)
        || !candidate.isRecord()
        || config.get(ColumnMappers.class).findFor(candidate).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(mappers.computeIfAbsent(candidate, RecordMapper::new));
  }

  private static final class RecordMapper<R> implements RowMapper<R> {
    private final RowMapper<R> mapper;
    private final Map<List<String>, RowMapper<R>> byColumns = new ConcurrentHashMap<>();

    RecordMapper(Class<R> type) {
      this.mapper = ConstructorMapper.of(type);
    }

    @Override
    public R map(ResultSet row, StatementContext context) throws SQLException {
      return specialize(row, context).map(row, context);
    }

    @Override
    public RowMapper<R> specialize(ResultSet rows, StatementContext context) throws SQLException {
      ResultSetMetaData columns = rows.getMetaData();
      List<String> names = new ArrayList<>(columns.getColumnCount());
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        names.add(columns.getColumnLabel(i));
      }
      RowMapper<R> cached = byColumns.get(names);
      if (cached == null) {
        cached = mapper.specialize(rows, context);
        byColumns.put(List.copyOf(names), cached);
      }
      return cached;
    }
  }
}
