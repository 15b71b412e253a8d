package io.svc.server.ops;

import io.svc.server.Core;
import io.svc.server.RefusedException;
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
    description =
        "Puts a new master key in the place of the old one; what is stored stays readable.")
final class KeysRotateMasterCommand implements Verb {
  @Option(
      names = "--new-key-file",
      paramLabel = "FILE",
      description = "Where to write the new key; needed where master_key_file is set.")
  private Optional<String> newKeyFile = Optional.empty();

  @Override
  public ServerExitCode run(CommandCall call) {
    ServerConfig config = call.config();
    DataDirectory data = OpenStore.directory(call);
    Optional<Path> target = newKeyFile.map(name -> call.surroundings().directory().resolve(name));
    if (config.masterKeyFile().isPresent() && target.isEmpty()) {
      throw new RefusedException(
          "master_key_file names "
              + SafeText.quoted(config.masterKeyFile().get().toString())
              + "; say with --new-key-file where the new key goes");
    }
    if (config.masterKeyFile().isEmpty() && target.isPresent()) {
      throw new RefusedException(
          "--new-key-file is for a key that master_key_file names; here the key lies in the data"
              + " directory");
    }
    try (Core core = Core.openAsGuest(config, data, call.surroundings().clock())) {
      MasterKey old = Core.masterKey(config, data);
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
                            + "; name it as master_key_file before the next start")
                .orElse(
                    "the master key was changed; a server that runs goes on, and backups made until"
                        + " now need the old one"));
    return ServerExitCode.DONE;
  }
}
