package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.SharedComponents;
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
    description = "Backs up all data to one file, without stopping the server.")
final class BackupCommand implements ServerCommand {
  @Parameters(paramLabel = "FILE", description = "Zip file to create.")
  private String file = "";

  @Option(names = "--force", description = "Replace FILE if it exists.")
  private boolean replaces;

  @Option(
      names = "--include-keys",
      description = "Include the master key, encrypted with a passphrase.")
  private boolean includesKeys;

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description =
          "File that contains the passphrase (12 characters or more), or - for standard"
              + " input.")
  private Optional<String> passphraseFile = Optional.empty();

  @Override
  public ServerExitCode run(CommandInvocation call) {
    ServerConfig config = call.config();
    if (config.database().url().isPresent()) {
      throw new OperatorErrorException(
          "the store is a PostgreSQL database; back it up with pg_dump: pg_dump --format=custom"
              + " --file=svc.dump DATABASE; also back up the master key");
    }
    if (includesKeys != passphraseFile.isPresent()) {
      throw new OperatorErrorException(
          includesKeys
              ? "--include-keys requires --passphrase-file FILE to encrypt the master key"
              : "--passphrase-file requires --include-keys");
    }
    DataDirectory data = StoreAccess.directory(call);
    if (!Files.exists(data.database())) {
      throw new OperatorErrorException(
          "there is no store in " + SafeText.quoted(data.path().toString()) + " to back up");
    }
    Path target = call.surroundings().directory().resolve(file);
    Optional<MasterKey> master = masterKey(config, data);
    Optional<BackupWriter.KeyMaterial> keys =
        passphraseFile.map(
            named ->
                new BackupWriter.KeyMaterial(
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
              "warning: the backup does not contain the master key; store "
                  + SafeText.of(config.masterKeyFile().orElse(data.masterKeyFile()).toString())
                  + " in another safe place. Without the key, stored credentials and unsent mails"
                  + " cannot be decrypted, and signatures of audit checkpoints cannot be verified."
                  + " Users, passwords, and API keys are not affected.");
    }
    return ServerExitCode.DONE;
  }

  /** A backup is useful even without the key; only a backup that includes the key needs it. */
  private Optional<MasterKey> masterKey(ServerConfig config, DataDirectory data) {
    try {
      return Optional.of(SharedComponents.masterKey(config, data));
    } catch (OperatorErrorException e) {
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
      throw new OperatorErrorException(
          SafeText.quoted(file.toString()) + " was written but no longer exists", e);
    }
  }
}
