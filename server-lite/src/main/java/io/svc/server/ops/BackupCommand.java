package io.svc.server.ops;

import io.svc.server.Core;
import io.svc.server.RefusedException;
import io.svc.server.backup.BackupManifest;
import io.svc.server.backup.BackupWriter;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.MasterKey;
import io.svc.server.logging.SafeText;
import io.svc.server.secrets.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "backup",
    description = "Writes everything into one file; a server that is running goes on.")
final class BackupCommand implements Verb {
  @Parameters(paramLabel = "FILE", description = "The zip to write.")
  private String file = "";

  @Option(names = "--force", description = "Replace FILE where it exists.")
  private boolean replaces;

  @Option(names = "--include-keys", description = "Put the master key in, sealed by a passphrase.")
  private boolean includesKeys;

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description = "File with that passphrase, 12 characters or more; - for standard input.")
  private Optional<String> passphraseFile = Optional.empty();

  @Override
  public ServerExitCode run(CommandCall call) {
    ServerConfig config = call.config();
    if (config.database().url().isPresent()) {
      throw new RefusedException(
          "the store is a PostgreSQL database, which pg_dump backs up: pg_dump --format=custom"
              + " --file=svc.dump DATABASE; keep the master key as well");
    }
    if (includesKeys != passphraseFile.isPresent()) {
      throw new RefusedException(
          includesKeys
              ? "--include-keys needs --passphrase-file FILE, to seal the master key with"
              : "--passphrase-file goes with --include-keys");
    }
    DataDirectory data = OpenStore.directory(call);
    if (!Files.exists(data.database())) {
      throw new RefusedException(
          "there is no store in " + SafeText.quoted(data.path().toString()) + " to back up");
    }
    Path target = call.surroundings().directory().resolve(file);
    Optional<MasterKey> master = masterKey(config, data);
    Optional<BackupWriter.Keys> keys =
        passphraseFile.map(
            named ->
                new BackupWriter.Keys(
                    master.orElseThrow(), SecretFile.read(call, "--passphrase-file", named)));
    BackupManifest manifest =
        new BackupWriter(
                data.database(), call.surroundings().clock(), ServerVersion.current().number())
            .write(target, master.map(key -> new Keyring(key).id()).orElse(""), keys, replaces);
    call.out()
        .println(
            "wrote "
                + file
                + ": "
                + size(target)
                + " bytes, schema version "
                + manifest.schemaVersion()
                + ", "
                + Quantity.of(manifest.rows().size(), "table")
                + ", "
                + Quantity.of(manifest.allRows(), "row")
                + ", "
                + Quantity.of(manifest.auditHeads().size(), "audit chain"));
    if (!includesKeys) {
      call.err()
          .println(
              "warning: the master key is not in it; keep "
                  + SafeText.of(config.masterKeyFile().orElse(data.masterKeyFile()).toString())
                  + " in another safe place. Without it stored credentials and mails that were not"
                  + " sent cannot be read again, and signatures of audit checkpoints not be"
                  + " checked; users, passwords and API keys work all the same.");
    }
    return ServerExitCode.DONE;
  }

  /** A backup is useful even without the key; only a backup that includes the key needs it. */
  private Optional<MasterKey> masterKey(ServerConfig config, DataDirectory data) {
    try {
      return Optional.of(Core.masterKey(config, data));
    } catch (RefusedException e) {
      if (includesKeys) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new RefusedException(SafeText.quoted(file.toString()) + " was written and is gone", e);
    }
  }
}
