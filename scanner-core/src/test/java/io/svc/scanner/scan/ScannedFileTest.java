package io.svc.scanner.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a real file system says; skipped, with a word about it, where it has no such permissions.
 */
class ScannedFileTest {
  private static final String OPEN = "rwxr-xr-x";

  @TempDir private Path temporary;
  private Path directory;
  private Path project;
  private Path home;
  private ProjectPaths projectPaths;

  @BeforeEach
  void createDirectories() throws IOException {
    assumeTrue(
        Files.getFileStore(temporary).supportsFileAttributeView("posix"),
        "skipped: the temporary directory's file system has no POSIX permissions");
    setMode(temporary, OPEN);
    for (Path above = temporary.toRealPath(); above != null; above = above.getParent()) {
      assumeTrue(
          PosixFilePermissions.toString(Files.getPosixFilePermissions(above)).endsWith("x"),
          "skipped: others cannot reach the temporary directory through " + above);
    }
    directory = temporary.toRealPath();
    project = createDirectory("project");
    home = createDirectory("home");
    projectPaths = new ProjectPaths(project, home);
  }

  @ParameterizedTest
  @CsvSource({
    "rw-------, NONE",
    "rw-rw----, NONE",
    "rw-r--r--, READ",
    "rw----r--, READ",
    "rwxrwxr-x, READ",
    "rw-r--rw-, WRITE",
    "rw-----w-, WRITE",
    "rwxrwxrwx, WRITE",
    "rwx--x--x, NONE",
    "---------, NONE"
  })
  void a_files_own_permissions_determine_what_others_may_do(String mode, Access access)
      throws IOException {
    Path file = write(project.resolve(".mcp.json"), mode);

    assertThat(factsOf(file)).isEqualTo(new FileFacts(access, Link.NONE));
  }

  @ParameterizedTest
  @CsvSource({
    "rwx------, NONE",
    "rwxrwx---, NONE",
    "rwxr--r--, NONE",
    "rwx--x--x, WRITE",
    "rwxr-xr-x, WRITE"
  })
  void an_inaccessible_directory_protects_its_content(String mode, Access access)
      throws IOException {
    Path above = createDirectory("project/.cursor");
    Path file = write(above.resolve("mcp.json"), "rw-rw-rw-");
    setMode(above, mode);

    assertThat(factsOf(file).others()).isEqualTo(access);
  }

  @ParameterizedTest
  @CsvSource({
    "rw-r-----, shared, READ",
    "rw-rw----, shared, WRITE",
    "rw-rw----, own, NONE",
    "rw-------, shared, NONE"
  })
  void members_of_a_shared_group_are_other_users(String mode, String kind, Access access)
      throws IOException {
    Path file = write(project.resolve(".mcp.json"), mode);
    String group = kind.equals("own") ? Files.getOwner(file).getName() : sharedGroup(file);
    setGroup(file, group);

    assertThat(factsOf(file))
        .isEqualTo(new FileFacts(access, access == Access.NONE ? "" : group, Link.NONE));
  }

  @Test
  void members_of_a_group_need_access_to_the_directory() throws IOException {
    Path above = createDirectory("project/.cursor");
    Path file = write(above.resolve("mcp.json"), "rw-r-----");
    setGroup(file, sharedGroup(file));
    setMode(above, "rwxr-x---");
    assertThat(factsOf(file).others()).isEqualTo(Access.NONE);

    setGroup(above, sharedGroup(file));

    assertThat(factsOf(file).others()).isEqualTo(Access.READ);
  }

  /** A group of the machine that is not the owner's own; the test is skipped without one. */
  private static String sharedGroup(Path file) throws IOException {
    for (String group : new String[] {"users", "staff", "everyone"}) {
      try {
        file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
        return group;
      } catch (UserPrincipalNotFoundException e) {
        // Systems have different groups.
      }
    }
    return abort("skipped: this machine has no shared group");
  }

  private static void setGroup(Path file, String group) throws IOException {
    try {
      Files.getFileAttributeView(file, PosixFileAttributeView.class)
          .setGroup(
              file.getFileSystem()
                  .getUserPrincipalLookupService()
                  .lookupPrincipalByGroupName(group));
    } catch (FileSystemException e) {
      abort("skipped: this user may not use the group " + group);
    }
  }

  @ParameterizedTest
  @CsvSource({"777, REPLACE", "773, REPLACE", "1777, NONE", "755, NONE", "776, NONE"})
  void a_file_in_a_directory_that_others_may_change_can_be_replaced(String mode, Access access)
      throws IOException {
    Path above = createDirectory("project/.cursor");
    Path file = write(above.resolve("mcp.json"), "rw-------");
    Files.setAttribute(above, "unix:mode", Integer.parseInt(mode, 8));

    assertThat(factsOf(file).others()).isEqualTo(access);
  }

  @ParameterizedTest
  @CsvSource({
    // The umask of the checkout: 022, 002, 000, 077 and 027.
    "rwxr-xr-x, rw-r--r--, NONE",
    "rwxrwxr-x, rw-rw-r--, NONE",
    "rwxrwxrwx, rw-rw-rw-, NONE",
    "rwx------, rw-------, NONE",
    "rwxr-x---, rw-r-----, NONE",
    // Of this file or of its directory alone.
    "rwxr-xr-x, rw-rw-rw-, WRITE",
    "rwxrwxr-x, rw-----w-, WRITE"
  })
  void in_a_work_tree_of_git_only_what_the_tree_does_not_have_counts(
      String tree, String mode, Access access) throws IOException {
    for (String kind : new String[] {"directory", "file"}) {
      Path top = createDirectory("tree-" + kind);
      Path git = top.resolve(".git");
      if (kind.equals("file")) {
        Files.writeString(git, "gitdir: elsewhere");
      } else {
        Files.createDirectory(git);
      }
      Path folder = createDirectory("tree-" + kind + "/.cursor");
      Path file = write(folder.resolve("mcp.json"), mode);
      setMode(folder, tree);
      setMode(top, tree);

      assertThat(factsOf(file).others()).isEqualTo(access);
    }
  }

  @Test
  void in_a_work_tree_a_file_of_the_user_has_its_own_permissions() throws IOException {
    createDirectory("tree");
    createDirectory("tree/.git");
    Path file = write(directory.resolve("tree/.env"), "rw-r--r--");

    assertThat(factsOf(file).others()).isEqualTo(Access.NONE);
    assertThat(ScannedFile.factsOf(file, projectPaths, true, new DirectoryCache()).others())
        .isEqualTo(Access.READ);
  }

  @Test
  void a_home_that_is_a_git_repository_is_no_checkout() throws IOException {
    Path home = createDirectory("home");
    createDirectory("home/.git");
    Path file = write(home.resolve(".claude.json"), "rw-r--r--");

    assertThat(factsOf(file).others()).isEqualTo(Access.READ);
  }

  @Test
  void a_directory_further_up_protects_as_well() throws IOException {
    Path above = createDirectory("project/a");
    createDirectory("project/a/b");
    createDirectory("project/a/b/.cursor");
    Path file = write(directory.resolve("project/a/b/.cursor/mcp.json"), "rw-r--r--");
    assertThat(factsOf(file).others()).isEqualTo(Access.READ);

    setMode(above, "rwx------");

    assertThat(factsOf(file).others()).isEqualTo(Access.NONE);
  }

  @Test
  void a_link_is_reported_by_where_it_leads() throws IOException {
    Path within = write(createDirectory("project/shared").resolve("config.json"), "rw-------");
    Path outside = write(directory.resolve("elsewhere.json"), "rw-------");
    Path otherFile = write(createDirectory("project-two").resolve("config.json"), "rw-------");

    assertThat(factsOf(link("project/.mcp.json", within)).link()).isEqualTo(Link.WITHIN);
    assertThat(factsOf(link("project/b.json", outside)).link()).isEqualTo(Link.OUTSIDE);
    assertThat(factsOf(link("project/c.json", otherFile)).link()).isEqualTo(Link.OUTSIDE);
    assertThat(factsOf(link("home/.claude.json", outside)).link()).isEqualTo(Link.OUTSIDE);
    assertThat(factsOf(within).link()).isEqualTo(Link.NONE);
  }

  @Test
  void a_link_to_a_link_is_reported_by_where_both_lead() throws IOException {
    Path outside = write(directory.resolve("elsewhere.json"), "rw-------");
    Path inner = link("project/inner.json", outside);

    assertThat(factsOf(link("project/.mcp.json", inner)).link()).isEqualTo(Link.OUTSIDE);
  }

  @Test
  void a_file_in_a_directory_that_is_a_link_is_behind_a_link() throws IOException {
    Path otherPath = createDirectory("elsewhere");
    write(otherPath.resolve("mcp.json"), "rw-------");
    Path dotfiles = createDirectory("home/dotfiles");
    write(dotfiles.resolve("mcp.json"), "rw-------");

    assertThat(factsOf(link("project/.cursor", otherPath).resolve("mcp.json")).link())
        .isEqualTo(Link.OUTSIDE);
    assertThat(factsOf(link("home/.cursor", dotfiles).resolve("mcp.json")).link())
        .isEqualTo(Link.WITHIN);
  }

  @Test
  void a_project_that_is_reached_through_a_link_is_still_itself() throws IOException {
    Path shared = write(createDirectory("project/shared").resolve("config.json"), "rw-------");
    link("project/.mcp.json", shared);
    Path alias = link("alias", project);
    ProjectPaths aliased = new ProjectPaths(alias, home);

    // The file's own directory is the link here; both ends are the same project.
    assertThat(
            ScannedFile.factsOf(alias.resolve(".mcp.json"), aliased, false, new DirectoryCache())
                .link())
        .isEqualTo(Link.WITHIN);
  }

  @Test
  void the_permissions_of_a_link_are_those_of_what_it_leads_to() throws IOException {
    Path open = write(project.resolve("open.json"), "rw-rw-rw-");
    Path closed = write(project.resolve("closed.json"), "rw-------");

    assertThat(factsOf(link("project/a.json", open)).others()).isEqualTo(Access.WRITE);
    assertThat(factsOf(link("project/b.json", closed)).others()).isEqualTo(Access.NONE);
  }

  @Test
  void of_a_file_outside_of_project_and_home_the_holder_of_its_directory_is_the_root()
      throws IOException {
    createDirectory("third");
    createDirectory("third/.cursor");
    Path shared = write(createDirectory("third/shared").resolve("config.json"), "rw-------");

    assertThat(factsOf(link("third/.cursor/mcp.json", shared)).link()).isEqualTo(Link.WITHIN);
  }

  @Test
  void of_what_is_not_there_nothing_is_known() throws IOException {
    assertThat(factsOf(project.resolve("none.json"))).isEqualTo(FileFacts.UNKNOWN);
    assertThat(factsOf(link("project/dangling.json", project.resolve("none.json"))))
        .isEqualTo(FileFacts.UNKNOWN);
    assertThat(factsOf(project.resolve(".mcp.json/below"))).isEqualTo(FileFacts.UNKNOWN);
  }

  @Test
  void of_a_file_system_without_permissions_nothing_is_known() throws IOException {
    try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
      Path there = Files.createDirectories(windows.getPath("C:\\work"));
      Path file = Files.writeString(there.resolve(".mcp.json"), "{}");

      assertThat(
              ScannedFile.factsOf(
                  file, new ProjectPaths(there, there), false, new DirectoryCache()))
          .isEqualTo(FileFacts.UNKNOWN);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rwxr-xr-x, false",
    "rwxrwxr-x, false",
    "rwxr-xrwx, true",
    "rw-rw-rw-, true",
    "rwx------, false"
  })
  void a_program_that_others_may_change_is_reported(String mode, boolean isWritable)
      throws IOException {
    Path program = write(project.resolve("server"), mode);

    assertThat(ScannedFile.isProgramWritableByOthers(program.toString())).isEqualTo(isWritable);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "server", "./server", "npx", "/no/such/program", "a\u0000b", "~/x"})
  void what_is_no_file_is_nobodys(String program) {
    assertThat(ScannedFile.isProgramWritableByOthers(program)).isFalse();
  }

  @Test
  void a_directory_is_no_program() throws IOException {
    Path open = createDirectory("project/open");
    setMode(open, "rwxrwxrwx");

    assertThat(ScannedFile.isProgramWritableByOthers(open.toString())).isFalse();
  }

  private FileFacts factsOf(Path file) {
    return ScannedFile.factsOf(file, projectPaths, false, new DirectoryCache());
  }

  private Path createDirectory(String path) throws IOException {
    Path created = Files.createDirectories(directory.resolve(path));
    setMode(created, OPEN);
    return created;
  }

  private Path link(String path, Path target) throws IOException {
    return Files.createSymbolicLink(directory.resolve(path), target);
  }

  private static Path write(Path file, String mode) throws IOException {
    Files.writeString(file, "{\"mcpServers\": {}}");
    setMode(file, mode);
    return file;
  }

  private static void setMode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }
}
