package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.SharedComponents;
import io.svc.server.accounts.Passwords;
import io.svc.server.auth.Administrators;
import io.svc.server.auth.PasswordResets;
import io.svc.server.auth.Sessions;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.SqliteFile;
import io.svc.server.logging.LogLevel;
import io.svc.server.logging.Logging;
import io.svc.server.logging.SafeText;
import io.svc.server.tenants.Tenant;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * The configured store, for a command: without HTTP and without the lock of the data directory, so
 * that a server may be running.
 */
final class StoreAccess implements AutoCloseable {
  private final ServerConfig config;
  private final SharedComponents core;

  private StoreAccess(ServerConfig config, SharedComponents core) {
    this.config = config;
    this.core = core;
  }

  static StoreAccess of(CommandInvocation call) {
    ServerConfig config = call.config();
    DataDirectory data = directory(call);
    return new StoreAccess(
        config, SharedComponents.openShared(config, data, call.surroundings().clock()));
  }

  /** Returns the data directory, which must exist; from here on only warnings are logged. */
  static DataDirectory directory(CommandInvocation call) {
    ServerConfig config = call.config();
    reduceLogging(call);
    if (!Files.isDirectory(config.dataDirectory())) {
      throw new OperatorErrorException(
          "there is no data directory "
              + SafeText.quoted(config.dataDirectory().toString())
              + "; start the server once, or specify another directory with --data-dir");
    }
    return DataDirectory.open(config.dataDirectory());
  }

  static void reduceLogging(CommandInvocation call) {
    ServerConfig.Log log = call.config().log();
    Logging.setUp(
        log.level() == LogLevel.ERROR ? log.level() : LogLevel.WARNING, log.format(), call.err());
  }

  SharedComponents core() {
    return core;
  }

  Administrators administrators() {
    Sessions sessions =
        new Sessions(
            core.database(),
            core.identifiers(),
            core.clock(),
            config.sessions().idle(),
            config.sessions().absolute());
    Passwords passwords = new Passwords();
    PasswordResets resets =
        new PasswordResets(
            core.database(),
            core.identifiers(),
            core.accounts(),
            passwords,
            sessions,
            core.mail(),
            core.audit(),
            core.keyring());
    return new Administrators(
        core.database(), core.accounts(), core.tenants(), passwords, resets, core.audit());
  }

  List<Tenant> tenants() {
    return core.database().read(core.tenants()::all);
  }

  Optional<Tenant> tenant(String slug) {
    return tenants().stream().filter(tenant -> tenant.slug().equals(slug)).findFirst();
  }

  @Override
  public void close() {
    core.close();
  }

  /**
   * Rejects a directory without a store file.
   *
   * @param verb the operation, for the message
   */
  static void requireFile(DataDirectory data, String verb) {
    if (!Files.exists(data.database())) {
      throw new OperatorErrorException(
          "there is no store in " + SafeText.quoted(data.path().toString()) + " to " + verb);
    }
  }

  /**
   * Rejects a file with obvious damage.
   *
   * @param done the operation that must wait until a backup is restored, such as {@code compacted}
   */
  static void refuseDamaged(DataDirectory data, String done) {
    List<String> damage = new SqliteFile(data.database()).obviousDamage();
    if (!damage.isEmpty()) {
      throw new OperatorErrorException(
          "the store in "
              + SafeText.quoted(data.path().toString())
              + " is damaged ("
              + SafeText.of(damage.get(0))
              + "); restore a backup before it can be "
              + done);
    }
  }
}
