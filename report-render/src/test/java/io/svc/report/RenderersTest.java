package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenderersTest {
  @Test
  void every_format_has_the_renderer_of_its_name() {
    for (String format : Renderers.formats()) {
      assertThat(Renderers.ofFormat(format).orElseThrow().format()).isEqualTo(format);
    }
  }

  @Test
  void an_unknown_format_has_no_renderer() {
    assertThat(Renderers.ofFormat("JSON")).isEmpty();
    assertThat(Renderers.ofFormat("xml")).isEmpty();
  }

  @Test
  void asking_for_a_format_loads_no_other_renderer() throws ReflectiveOperationException {
    var loader = new RecordingLoader();

    loader
        .loadClass(Renderers.class.getName())
        .getMethod("ofFormat", String.class)
        .invoke(null, "json");

    assertThat(loader.loaded)
        .filteredOn(name -> name.endsWith("Renderer") && !name.equals(Renderer.class.getName()))
        .containsExactly(JsonRenderer.class.getName());
  }

  @Test
  void an_inventory_is_for_those_who_ask() {
    assertThat(Renderers.formats())
        .filteredOn(format -> Renderers.ofFormat(format).orElseThrow().needsInventory())
        .containsExactly("cyclonedx");
  }

  @Test
  void a_terminal_has_at_least_one_column() {
    assertThatThrownBy(() -> new Terminal(0, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Width 0 of a terminal is less than 1");
  }

  /** Defines this package's classes anew and notes which ones were asked for. */
  private static final class RecordingLoader extends ClassLoader {
    private final List<String> loaded = new ArrayList<>();

    RecordingLoader() {
      super(RenderersTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.svc.report.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      loaded.add(name);
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
