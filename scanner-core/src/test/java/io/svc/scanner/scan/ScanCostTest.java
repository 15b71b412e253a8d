package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.settings;
import static io.svc.scanner.scan.TestScans.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.scan.DirectoryCache.Directory;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of scanning many files in terms that do not depend on the machine. */
class ScanCostTest {
  /** Rounds until the JIT compiler has removed the allocations that it can remove. */
  private static final int ROUNDS = 40;

  private static final int FILES = 40;
  private static final int SERVERS = 12;

  /** Slightly more than the present value. */
  private static final long MAX_ALLOCATED_PER_BYTE = 125;

  @TempDir private Path directory;

  @Test
  void a_warm_scan_allocates_few_bytes_for_each_byte_of_the_files() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeTrue(threads.isThreadAllocatedMemoryEnabled());
    Scanner scanner = Scanner.standard();
    long bytes = 0;
    List<ScanRequest> requests = requests();
    for (ScanRequest request : requests) {
      bytes += Files.size(request.path());
    }

    long least = Long.MAX_VALUE;
    long self = Thread.currentThread().getId();
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getThreadAllocatedBytes(self);
      for (ScanRequest request : requests) {
        assertThat(scanner.scan(request).path()).isEqualTo(request.path());
      }
      least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
    }

    assertThat(least / bytes).isLessThanOrEqualTo(MAX_ALLOCATED_PER_BYTE);
  }

  @Test
  void the_facts_about_a_file_are_read_once() throws Exception {
    ConcurrentHashMap<Path, AtomicInteger> reads = new ConcurrentHashMap<>();
    ScanSettings counting =
        settings(directory)
            .withFileFacts(
                file -> {
                  reads.computeIfAbsent(file, absent -> new AtomicInteger()).incrementAndGet();
                  return FileFacts.UNKNOWN;
                });

    new Scanner(counting).scanAll(requests());

    assertThat(reads).hasSize(FILES);
    assertThat(reads.values()).allMatch(count -> count.get() == 1);
  }

  @Test
  void the_rights_to_a_directory_are_read_once_for_all_its_files() throws Exception {
    assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"));
    DirectoryCache directories = new DirectoryCache();
    Path project = Files.createDirectory(directory.resolve("project"));
    Directory before = directories.of(project);
    int mode = before.rights().mode();

    Files.setPosixFilePermissions(project, PosixFilePermissions.fromString("rwx------"));

    assertThat(directories.of(project)).isSameAs(before);
    assertThat(before.rights().mode()).isEqualTo(mode);
    assertThat(new DirectoryCache().of(project).rights().mode() & 0777).isEqualTo(0700);
  }

  private List<ScanRequest> requests() throws Exception {
    List<ScanRequest> requests = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      Path project = Files.createDirectories(directory.resolve("project-" + i));
      requests.add(ScanRequest.of(write(project, ".mcp.json", config(i))));
    }
    return requests;
  }

  private static String config(int file) {
    StringBuilder json = new StringBuilder("{\n  \"mcpServers\": {\n");
    for (int i = 0; i < SERVERS; i++) {
      json.append("    \"server-").append(i).append("\": {\n");
      switch ((file + i) % 4) {
        case 0 ->
            json.append("      \"url\": \"https://mcp-")
                .append(file * SERVERS + i)
                .append(".example.com/mcp\",\n      \"headers\": {\"Authorization\": \"Bearer ")
                .append("${TOKEN}\"}\n");
        case 1 ->
            json.append("      \"command\": \"uvx\",\n      \"args\": [\"mcp-server-")
                .append(file * SERVERS + i)
                .append("==1.0.3\"],\n      \"env\": {\"LOG_LEVEL\": \"info\"}\n");
        case 2 ->
            json.append("      \"command\": \"docker\",\n      \"args\": [\"run\", \"-i\", ")
                .append("\"--rm\", \"-e\", \"API_KEY\", \"example/server-")
                .append(file * SERVERS + i)
                .append(":1.2\"]\n");
        default ->
            json.append("      \"command\": \"npx\",\n      \"args\": [\"-y\", \"@scope/pkg-")
                .append(file * SERVERS + i)
                .append("@2.1.0\"],\n      \"env\": {\"API_KEY\": \"your-api-key-here\"}\n");
      }
      json.append("    }").append(i < SERVERS - 1 ? ",\n" : "\n");
    }
    return json.append("  }\n}\n").toString();
  }
}
