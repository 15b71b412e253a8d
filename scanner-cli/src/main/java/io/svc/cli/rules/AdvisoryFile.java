package io.svc.cli.rules;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.rules.AdvisoryIndex;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The advisories that {@code rules update} has added to the shipped ones. */
public final class AdvisoryFile {
  private static final String NAME = "advisories.index";

  private AdvisoryFile() {}

  /** Returns the user's advisory file. */
  public static Path of(ProcessContext surroundings) {
    return surroundings.directories().productData().resolve("svc-preflight").resolve(NAME);
  }

  /**
   * Returns a supplier of the shipped and the user's advisories, read when a scan first needs them.
   */
  public static Supplier<List<AdvisoryIndex>> reader(ProcessContext surroundings) {
    return new Reader(of(surroundings));
  }

  private static final class Reader implements Supplier<List<AdvisoryIndex>> {
    private final Path file;
    private @Nullable List<AdvisoryIndex> read;

    Reader(Path file) {
      this.file = file;
    }

    @Override
    public synchronized List<AdvisoryIndex> get() {
      if (read == null) {
        List<AdvisoryIndex> lists = new ArrayList<>();
        lists.add(RuleCatalog.advisories());
        if (Files.exists(file)) {
          lists.add(readFile(file));
        }
        read = List.copyOf(lists);
      }
      return read;
    }
  }

  /**
   * Reads the advisories in a file.
   *
   * @throws UserErrorException if it is invalid
   */
  public static AdvisoryIndex readFile(Path file) {
    try {
      return AdvisoryIndex.parse(RegularFile.text(file, StandardCharsets.UTF_8));
    } catch (CharacterCodingException e) {
      throw unusable(file, "not valid UTF-8");
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read the advisories at " + file + ": " + FileErrorText.reasonOf(e));
    } catch (IllegalArgumentException e) {
      throw unusable(file, String.valueOf(e.getMessage()));
    }
  }

  private static UserErrorException unusable(Path file, String reason) {
    return new UserErrorException(
        "the advisories at "
            + file
            + " cannot be used: "
            + reason
            + "; run svc-preflight rules update again, or delete the file");
  }
}
