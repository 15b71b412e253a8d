package io.svc.server.credentials;

import io.svc.rules.WordListParser;
import io.svc.server.credentials.MappingDraft.SecretInput;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Fields;
import java.util.List;
import java.util.Optional;

/** Reads a mapping from a request, and reports all problems. */
final class MappingReader {
  private static final String PATTERN = "pattern";
  private static final String VAULT_PATH = "vaultPath";
  private static final String VAULT_MOUNT = "vaultMount";
  private static final String SECRET = "secret";
  private static final String HEADER = "header";
  private static final String PREFIX = "prefix";

  /** Read-only fields of a mapping, accepted when a mapping is sent back. */
  private static final List<String> READ_ONLY =
      WordListParser.list(
          """
          secretVersion lastUsedAt useCount24h lastError lastErrorAt createdAt updatedAt
          version""");

  private final OrgId org;
  private final Fields body;
  private final Optional<VaultPaths> paths;

  private MappingReader(OrgId org, Fields body, Optional<VaultPaths> paths) {
    this.org = org;
    this.body = body;
    this.paths = paths;
  }

  static MappingDraft read(OrgId org, Fields body, Optional<VaultPaths> paths) {
    return new MappingReader(org, body, paths).draft();
  }

  private MappingDraft draft() {
    Optional<EgressPattern> pattern = pattern();
    SourceKind source = body.option("source", SourceKind.class).orElse(SourceKind.EMBEDDED);
    boolean isEmbedded = source == SourceKind.EMBEDDED;
    Optional<AuthType> authType =
        body.option("authType", AuthType.class)
            .or(() -> Optional.of(AuthType.BEARER).filter(any -> isEmbedded));
    String header = body.optionalText(HEADER, Credential.LONGEST_NAME).orElse("");
    String prefix = body.document(PREFIX, Credential.LONGEST_NAME).orElse("");
    boolean enabled = body.flag("enabled", true);
    Optional<String> id = body.optionalText("id", 100).filter(this::isIdentifier);
    Optional<SecretInput> secret = isEmbedded ? secret() : noSecret();
    String vaultPath = isEmbedded ? noVault() : vault();
    rejectUnusedFields(authType);
    body.allow(VAULT_PATH, VAULT_MOUNT);
    body.readOnly(READ_ONLY);
    body.check();
    MappingDraft draft =
        new MappingDraft(
            id,
            pattern.orElseThrow(),
            source,
            authType,
            header,
            prefix,
            vaultPath,
            enabled,
            secret);
    checkLocation(draft)
        .ifPresent(problem -> body.problem("invalid", problem.field(), problem.message()));
    body.check();
    return draft;
  }

  private Optional<EgressPattern> pattern() {
    String text = body.text(PATTERN, 1, EgressPattern.LONGEST);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(EgressPattern.parse(text));
    } catch (IllegalArgumentException e) {
      body.problem("invalid", PATTERN, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private boolean isIdentifier(String id) {
    if (!Identifiers.isWellFormed(id)) {
      body.problem("invalid", "id", "\"id\" is not an identifier of this server; omit it.");
      return false;
    }
    return true;
  }

  private Optional<SecretInput> secret() {
    if (!body.has(SECRET)) {
      return Optional.empty();
    }
    Fields parts = body.object(SECRET);
    return Optional.of(
        new SecretInput(part(parts, "token"), part(parts, "username"), part(parts, "password")));
  }

  private static String part(Fields parts, String name) {
    return parts.has(name) && !parts.value(name).asText("?").isEmpty()
        ? parts.secret(name, Credential.LONGEST)
        : "";
  }

  private Optional<SecretInput> noSecret() {
    if (body.has(SECRET)) {
      body.problem("invalid", SECRET, "\"secret\" is stored in the vault; omit it.");
    }
    return Optional.empty();
  }

  private String noVault() {
    if (body.has(VAULT_PATH) || body.has(VAULT_MOUNT)) {
      body.problem(
          "invalid",
          body.has(VAULT_PATH) ? VAULT_PATH : VAULT_MOUNT,
          "A secret in the vault requires the \"source\" \"vault\"; \"embedded\" was sent, or"
              + " nothing.");
    }
    return "";
  }

  private String vault() {
    if (paths.isEmpty()) {
      body.problem(
          "invalid",
          "source",
          "\"source\" is \"vault\", but this server has no vault; the operator sets vault_addr.");
      return "";
    }
    VaultPaths vaultPaths = paths.get();
    body.optionalText(VAULT_MOUNT, VaultPaths.LONGEST)
        .filter(mount -> !mount.equals(vaultPaths.mount()))
        .ifPresent(
            mount ->
                body.problem(
                    "invalid",
                    VAULT_MOUNT,
                    "The operator configures \"vaultMount\"; it is \""
                        + vaultPaths.mount()
                        + "\"."));
    String path = body.optionalText(VAULT_PATH, VaultPaths.LONGEST).orElse("");
    if (!path.isEmpty() && !vaultPaths.belongsTo(org, path)) {
      body.problem(
          "invalid",
          VAULT_PATH,
          "\"vaultPath\" must begin with \""
              + vaultPaths.prefix(org)
              + "\", followed by letters, digits, dots, hyphens and underscores, with slashes"
              + " between them.");
    }
    return path;
  }

  /** A field that the type does not use is an error. */
  private void rejectUnusedFields(Optional<AuthType> authType) {
    boolean hasName =
        authType.isEmpty() || authType.get() == AuthType.HEADER || authType.get() == AuthType.QUERY;
    if (!hasName && body.optionalText(HEADER, Credential.LONGEST_NAME).isPresent()) {
      body.problem(
          "invalid", HEADER, "\"header\" applies only to the types \"header\" and \"query\".");
    }
    boolean hasPrefix = authType.isEmpty() || authType.get() == AuthType.HEADER;
    if (!hasPrefix && !body.document(PREFIX, Credential.LONGEST_NAME).orElse("").isEmpty()) {
      body.problem("invalid", PREFIX, "\"prefix\" applies only to the type \"header\".");
    }
  }

  /** Returns the problem of the place in the request, or of the secret if it was sent. */
  private static Optional<Credential.Problem> checkLocation(MappingDraft draft) {
    if (draft.secret().isPresent()) {
      SecretInput sent = draft.secret().get();
      boolean isPair = draft.authType().equals(Optional.of(AuthType.BASIC));
      boolean hasOther =
          isPair
              ? !sent.token().isEmpty()
              : !sent.username().isEmpty() || !sent.password().isEmpty();
      Optional<Credential.Problem> other =
          Optional.of(
                  new Credential.Problem(
                      SECRET,
                      "\"secret\" has username and password for the type \"basic\", and a token for"
                          + " others."))
              .filter(any -> hasOther);
      return other.or(() -> draft.credential(sent).problem().map(MappingReader::within));
    }
    // A placeholder for the secret, to validate the other values.
    SecretInput any = new SecretInput("x", "x", "");
    boolean isLeftToVault = draft.source() == SourceKind.VAULT && draft.header().isEmpty();
    return isLeftToVault ? Optional.empty() : withDefaultLocation(draft).credential(any).problem();
  }

  /**
   * Without a type, a name can belong to a header or a parameter; it must be valid for a header.
   */
  private static MappingDraft withDefaultLocation(MappingDraft draft) {
    return draft.authType().isPresent()
        ? draft
        : new MappingDraft(
            draft.id(),
            draft.pattern(),
            draft.source(),
            Optional.of(AuthType.HEADER),
            draft.header(),
            draft.prefix(),
            draft.vaultPath(),
            draft.enabled(),
            draft.secret());
  }

  private static Credential.Problem within(Credential.Problem problem) {
    boolean isLocationField = problem.field().equals(HEADER) || problem.field().equals(PREFIX);
    return isLocationField
        ? problem
        : new Credential.Problem(SECRET + "." + problem.field(), problem.message());
  }
}
