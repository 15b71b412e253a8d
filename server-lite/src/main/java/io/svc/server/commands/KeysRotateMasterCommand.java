package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.SharedComponents;
import io.svc.server.StoreKey;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.Category;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.MasterKey;
import io.svc.server.db.OrgId;
import io.svc.server.http.Caller;
import io.svc.server.logging.SafeText;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "keys rotate-master",
    description = "Rotates the master key and re-encrypts stored secrets.")
final class KeysRotateMasterCommand implements ServerCommand {
  @Option(
      names = "--new-key-file",
      paramLabel = "FILE",
      description = "File for the new key. Required if master_key_file is set.")
  private Optional<String> newKeyFile = Optional.empty();

  @Override
  public ServerExitCode run(CommandInvocation call) {
    ServerConfig config = call.config();
    DataDirectory data = StoreAccess.directory(call);
    Optional<Path> target = newKeyFile.map(name -> call.surroundings().directory().resolve(name));
    if (config.masterKeyFile().isPresent() && target.isEmpty()) {
      throw new OperatorErrorException(
          "master_key_file is "
              + SafeText.quoted(config.masterKeyFile().get().toString())
              + "; specify a file for the new key with --new-key-file");
    }
    if (config.masterKeyFile().isEmpty() && target.isPresent()) {
      throw new OperatorErrorException(
          "--new-key-file requires master_key_file; here the key is in the data directory");
    }
    try (SharedComponents core =
        SharedComponents.openShared(config, data, call.surroundings().clock())) {
      MasterKey old = SharedComponents.masterKey(config, data);
      MasterKey fresh = target.map(DataDirectory::newMasterKey).orElseGet(data::draftMasterKey);
      core.database()
          .change(
              tx -> {
                StoreKey.reseal(tx, old, fresh);
                core.audit()
                    .record(
                        tx,
                        Caller.system("operator", OrgId.INSTANCE),
                        AuditEvent.of(Category.SYSTEM, "master_key.rotate", "master_key", "", ""));
              });
      if (target.isEmpty()) {
        data.adoptMasterKeyDraft();
      }
    }
    call.err()
        .println(
            target
                .map(
                    file ->
                        "the new master key is "
                            + SafeText.quoted(file.toString())
                            + "; set master_key_file to it before the next start")
                .orElse(
                    "the master key was rotated; a running server continues, and existing backups"
                        + " still require the old key"));
    return ServerExitCode.DONE;
  }
}
