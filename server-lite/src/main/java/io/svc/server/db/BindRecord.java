package io.svc.server.db;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.NamedArgumentFinder;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.sqlobject.customizer.SqlStatementCustomizerFactory;
import org.jdbi.v3.sqlobject.customizer.SqlStatementCustomizingAnnotation;
import org.jdbi.v3.sqlobject.customizer.SqlStatementParameterCustomizer;

/**
 * Binds the accessors of a record: {@code :name} is the value of {@code name()}, and {@code
 * :owner.name} is the value of {@code owner().name()}. Explicit parameters of the method take
 * precedence. Unlike JDBI's {@code BindMethods}, it accepts records and methods that are not
 * public.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@SqlStatementCustomizingAnnotation(BindRecord.Binder.class)
public @interface BindRecord {
  /** The prefix of the names, without its dot; empty for none. */
  String value() default "";

  /** Adds the record to the statement. */
  final class Binder implements SqlStatementCustomizerFactory {
    @Override
    public SqlStatementParameterCustomizer createForParameter(
        Annotation annotation,
        Class<?> sqlObject,
        Method method,
        Parameter parameter,
        int index,
        Type type) {
      String start = ((BindRecord) annotation).value();
      String prefix = start.isEmpty() ? "" : start + ".";
      return (statement, record) ->
          ((SqlStatement<?>) statement).bindNamedArgumentFinder(new Accessors(prefix, record));
    }
  }

  /** The accessors of a record as named arguments. */
  record Accessors(String prefix, Object record) implements NamedArgumentFinder {
    private static final ClassValue<Map<String, Method>> METHODS =
        new ClassValue<>() {
          @Override
          protected Map<String, Method> computeValue(Class<?> type) {
            Map<String, Method> methods = new HashMap<>();
            for (Method method : type.getDeclaredMethods()) {
              if (method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers())) {
                method.setAccessible(true);
                methods.put(method.getName(), method);
              }
            }
            return methods;
          }
        };

    @Override
    public Optional<Argument> find(String name, StatementContext context) {
      if (!name.startsWith(prefix)) {
        return Optional.empty();
      }
      Object value = record;
      Type type = record.getClass();
      for (String part : name.substring(prefix.length()).split("\\.", -1)) {
        Method method = METHODS.get(value.getClass()).get(part);
        if (method == null) {
          return Optional.empty();
        }
        value = invoke(method, value);
        type = method.getGenericReturnType();
      }
      return context.findArgumentFor(type, value);
    }

    /** Returns only the type, because messages of failed statements contain it. */
    @Override
    public String toString() {
      return record.getClass().getSimpleName();
    }

    private static Object invoke(Method method, Object of) {
      try {
        return method.invoke(of);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      } catch (InvocationTargetException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }
}
