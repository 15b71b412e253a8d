package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceRootTest {
  @ParameterizedTest
  @CsvSource({
    "mcp.json,mcp.json,mcp.json",
    "./a/../b/mcp.json,b/mcp.json,b/mcp.json",
    "/srv/app/.cursor/mcp.json,.cursor/mcp.json,.cursor/mcp.json",
    "/srv/application/mcp.json,/srv/application/mcp.json,file:///srv/application/mcp.json",
    "../mcp.json,/srv/mcp.json,file:///srv/mcp.json",
    "/srv/app,/srv/app,file:///srv/app",
    "~/.cursor/mcp.json,~/.cursor/mcp.json,~/.cursor/mcp.json",
    "a\\b.json,a\\b.json,a%5Cb.json",
    "C:/Users/Ada/a b.json,C:/Users/Ada/a b.json,file:///C:/Users/Ada/a%20b.json",
    "100%.json,100%.json,100%25.json",
    "a:b?c#d.json,a:b?c#d.json,a%3Ab%3Fc%23d.json",
    "grün/\uD83D\uDE00.json,grün/\uD83D\uDE00.json,gr%C3%BCn/%F0%9F%98%80.json"
  })
  void files_are_named_from_a_directory_of_unix(String path, String name, String uri)
      throws IOException {
    try (FileSystem unix = Jimfs.newFileSystem(Configuration.unix())) {
      SourceRoot root = new SourceRoot(unix.getPath("/srv/app"));

      assertThat(root.name(path)).isEqualTo(name);
      assertThat(ArtifactUri.of(root.name(path)).text()).isEqualTo(uri);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mcp.json,mcp.json,mcp.json",
    ".\\configs\\mcp.json,configs/mcp.json,configs/mcp.json",
    "C:\\work\\app\\.cursor\\mcp.json,.cursor/mcp.json,.cursor/mcp.json",
    "c:/Work/App/mcp.json,mcp.json,mcp.json",
    "C:\\Users\\Ada\\a b.json,C:/Users/Ada/a b.json,file:///C:/Users/Ada/a%20b.json",
    "\\\\files\\share\\mcp.json,//files/share/mcp.json,file://files/share/mcp.json",
    "no|path?.json,no|path?.json,no%7Cpath%3F.json"
  })
  void files_are_named_from_a_directory_of_windows(String path, String name, String uri)
      throws IOException {
    try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
      SourceRoot root = new SourceRoot(windows.getPath("C:\\work\\app"));

      assertThat(root.name(path)).isEqualTo(name);
      assertThat(ArtifactUri.of(root.name(path)).text()).isEqualTo(uri);
    }
  }
}
