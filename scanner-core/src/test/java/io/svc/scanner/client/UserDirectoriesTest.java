package io.svc.scanner.client;

import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.MACOS;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class UserDirectoriesTest {

  @ParameterizedTest
  @CsvSource({
    "LINUX, HOME, /data/me, /home/me, /data/me",
    "LINUX, HOME, /home/me/, /home/me, /home/me",
    "LINUX, HOME, '', /home/me, /home/me",
    "LINUX, HOME, me, /home/me, /home/me",
    "LINUX, HOME, '', ?, /nonexistent",
    "LINUX, HOME, /data/me, ?, /data/me",
    "LINUX, HOME, /, ?, /",
    "LINUX, USERPROFILE, /other, /home/me, /home/me",
    "MACOS, HOME, /Users/x, /Users/me, /Users/x",
    "WINDOWS, USERPROFILE, D:\\me, C:\\Users\\me, D:\\me",
    "WINDOWS, UserProfile, D:\\me, C:\\Users\\me, D:\\me",
    "WINDOWS, HOME, D:\\me, C:\\Users\\me, C:\\Users\\me",
    "WINDOWS, USERPROFILE, '', ?, C:\\nonexistent"
  })
  void home_is_what_clients_take_for_it(
      OperatingSystem system, String variable, String value, String property, String expected) {
    FileSystem files =
        Jimfs.newFileSystem(
            switch (system) {
              case LINUX -> Configuration.unix();
              case MACOS -> Configuration.osX();
              case WINDOWS -> Configuration.windows();
            });

    Path home = UserDirectories.home(system, Map.of(variable, value), property, files);

    assertThat(home).isEqualTo(files.getPath(expected));
  }

  static List<ExpectedPlace> placesOfUsers() {
    return ExpectedPlace.all().stream()
        .filter(expected -> expected.scope() == ConfigScope.USER)
        .toList();
  }

  /** A container without a passwd entry for its user: only the variable is set. */
  @ParameterizedTest
  @MethodSource("placesOfUsers")
  void every_file_of_a_user_is_found_below_the_home_that_the_variable_names(
      ExpectedPlace expected) {
    var machine = TestMachine.with(expected.system());
    Path file = machine.create(expected.path());
    boolean isWindows = expected.system() == WINDOWS;
    Map<String, String> environment =
        Map.of(isWindows ? "USERPROFILE" : "HOME", machine.home().toString());
    Path home =
        UserDirectories.home(expected.system(), environment, "?", machine.home().getFileSystem());

    var found =
        new ConfigDiscovery(expected.system(), home, machine.path("./"), environment).find();

    assertThat(found).extracting(DiscoveredConfig::path).containsExactly(file);
  }

  @ParameterizedTest
  @EnumSource(OperatingSystem.class)
  void directories_of_the_product_follow_the_variables(OperatingSystem system) {
    Path home = TestMachine.with(system).home();
    String moved = system == WINDOWS ? "D:\\x" : "/x";
    UserDirectories user =
        new UserDirectories(
            system,
            home,
            Map.of("XDG_CONFIG_HOME", moved, "XDG_DATA_HOME", moved, "XDG_CACHE_HOME", moved));
    UserDirectories relative =
        new UserDirectories(
            system,
            home,
            Map.of("XDG_CONFIG_HOME", "x", "XDG_DATA_HOME", "x", "XDG_CACHE_HOME", "x"));

    assertThat(List.of(user.config(), user.productConfig(), user.productData(), user.cache()))
        .containsOnly(home.getFileSystem().getPath(moved));
    assertThat(
            List.of(
                relative.config(),
                relative.productConfig(),
                relative.productData(),
                relative.cache()))
        .allMatch(path -> path.startsWith(home));
  }

  @Test
  void the_system_decides_where_the_product_keeps_its_files() {
    assertThat(productDirectories(LINUX)).containsExactly(".config", ".local/share");
    assertThat(productDirectories(MACOS))
        .containsExactly("Library/Application Support", "Library/Application Support");
    assertThat(productDirectories(WINDOWS)).containsExactly("AppData/Roaming", "AppData/Local");
  }

  private static List<String> productDirectories(OperatingSystem system) {
    Path home = TestMachine.with(system).home();
    UserDirectories user = new UserDirectories(system, home, Map.of());
    return List.of(
        home.relativize(user.productConfig()).toString().replace('\\', '/'),
        home.relativize(user.productData()).toString().replace('\\', '/'));
  }

  @Test
  void this_process_has_a_home() {
    assertThat(UserDirectories.ofThisProcess().home()).isAbsolute().matches(Files::exists);
  }
}
