package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/** One request and its response, as a route sees it. */
public final class Call {
  static final String CALLER = "svc.caller";
  static final String REQUEST_ID = "svc.request-id";
  static final String BUCKET = "svc.bucket";

  /**
   * The media types of YAML (RFC 9512, section 2.1, and the older one). An HTML form cannot send
   * them.
   */
  static final Set<String> YAML =
      Set.of("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml");

  /** The methods of operations that change something. */
  private static final Set<HandlerType> CHANGES =
      Set.of(HandlerType.POST, HandlerType.PUT, HandlerType.PATCH, HandlerType.DELETE);

  /** Bodies up to this announced size are read into one array of that size. */
  private static final int ONE_ARRAY = 64 << 10;

  /** Javalin compresses longer content, and copies it with a buffer of 32 KB. */
  private static final int SHORT_CONTENT = 1_000;

  /** The maximum decompression ratio; text that expands further is a decompression bomb. */
  private static final int MAX_GROWTH = 200;

  private final Context ctx;
  private final RouteAccess access;
  private final Cookies cookies;
  private final CallFilter gate;
  private final List<Fields> read = new ArrayList<>();
  private boolean isBodyRead;
  private byte[] shortContent = {};

  Call(Context ctx, RouteAccess access, Cookies cookies, CallFilter gate) {
    this.ctx = ctx;
    this.access = access;
    this.cookies = cookies;
    this.gate = gate;
  }

  /** The caller. */
  public Caller caller() {
    return requireNonNull(ctx.attribute(CALLER), "the gate was not passed");
  }

  /** The tenant of the caller. */
  public OrgId org() {
    return caller().tenant();
  }

  /**
   * Rejects a caller without a permission that the content of the request requires, and records the
   * denial as {@link CallFilter} does.
   *
   * @throws ApiException when the caller lacks the permission
   */
  public void require(Permission permission) {
    try {
      caller().require(permission);
    } catch (ApiException e) {
      throw denied(e);
    }
  }

  /** Records a denial in the audit log and returns it. */
  public ApiException denied(ApiException reason) {
    gate.note(ctx, caller(), reason);
    return reason;
  }

  /**
   * Counts the call in an additional bucket.
   *
   * @throws ApiException when the bucket is empty
   */
  public void count(RateLimitBucket limit) {
    gate.count(ctx, limit, caller());
  }

  /**
   * Counts the size of the request in an additional bucket.
   *
   * @param unit the unit of the weight, for the message
   * @throws ApiException when the bucket has less left than the weight
   */
  public void countSize(RateLimitBucket limit, long weight, String unit) {
    gate.countSize(ctx, limit, caller(), weight, unit);
  }

  /** The media type of the body, without parameters and in lower case; empty when there is none. */
  public String mediaType() {
    return mediaType(ctx);
  }

  static String mediaType(Context ctx) {
    // The raw header, because Javalin's accessor fails on unknown charsets.
    String type = Optional.ofNullable(ctx.header("Content-Type")).orElse("");
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** A path parameter that is an identifier; a malformed one is reported as not found. */
  public String id(String name, String resource) {
    String id = ctx.pathParam(name);
    if (!Identifiers.isWellFormed(id)) {
      throw ApiException.notFound(resource, id);
    }
    return id;
  }

  /** A path parameter that is a word. */
  public String path(String name) {
    return ctx.pathParam(name);
  }

  /** The query parameters. */
  public Query query() {
    return new Query(ctx.queryString());
  }

  /** A header; empty when it is missing. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(ctx.header(name));
  }

  /** The method and the path template, such as {@code POST /api/admin/api-keys}. */
  public String route() {
    return ctx.method() + " " + ctx.endpoint().path;
  }

  /** The raw request and response, for a route that forwards them. */
  public RawExchange raw() {
    isBodyRead = true;
    return new RawExchange(ctx);
  }

  /** The fields of the JSON object in the body. */
  public Fields body() {
    return body(bytes());
  }

  /** Rejects a query that names another organization than the caller's. */
  void requireOwnOrgInQuery() {
    // The outbound proxy forwards the query of another service.
    if (caller().org().isPresent() && !access.body().isPassedOn()) {
      caller().requireOwnOrg(query());
    }
  }

  /**
   * The fields of the JSON object in a body that was read already.
   *
   * @throws ApiException {@code org_mismatch} when its {@code org_id} is not the caller's
   */
  public Fields body(byte[] bytes) {
    JsonNode json = json(bytes);
    if (caller().org().isPresent()) {
      caller().requireOwnOrg(json);
    }
    Fields fields = Fields.of(json);
    read.add(fields);
    return fields;
  }

  /** The same for an optional body: without one, an object without fields. */
  public Fields optionalBody() {
    return optionalBody(bytes());
  }

  /** The same for a body that was read already. */
  public Fields optionalBody(byte[] bytes) {
    return bytes.length == 0 ? Fields.of(JsonNodeFactory.instance.objectNode()) : body(bytes);
  }

  /**
   * Rejects a body with fields, for an operation that has none.
   *
   * @throws ApiException when there are any
   */
  public void noBody() {
    optionalBody().check();
  }

  /**
   * Returns whether everything in the body of an accepted request was understood: an operation that
   * changes something has read the body, and every reader has rejected unknown fields.
   */
  boolean isBodyUnderstood() {
    boolean isRead = isBodyRead || !CHANGES.contains(ctx.method());
    return isRead && read.stream().allMatch(Fields::isChecked);
  }

  /** The text of a body with a YAML media type; empty for other media types. */
  public Optional<String> yaml() {
    if (!YAML.contains(mediaType())) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString());
    } catch (CharacterCodingException e) {
      throw new ApiException(ErrorCode.VALIDATION_FAILED, "The body is not UTF-8.");
    }
  }

  /** Parses JSON in a format that is defined elsewhere. */
  public static JsonNode json(byte[] bytes) {
    try {
      return Json.read(bytes);
    } catch (BadJsonException e) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED, "The body is not readable: " + e.getMessage() + ".");
    }
  }

  /** The body, decompressed if it was sent as gzip, up to the maximum size of the route. */
  public byte[] bytes() {
    isBodyRead = true;
    long announced = ctx.req().getContentLengthLong();
    if (announced > access.body().largest()) {
      throw tooLarge();
    }
    String encoding =
        Optional.ofNullable(ctx.header("Content-Encoding")).orElse("identity").strip();
    try (InputStream in = ctx.req().getInputStream()) {
      return switch (encoding.toLowerCase(Locale.ROOT)) {
        case "identity", "" ->
            announced >= 0 && announced <= ONE_ARRAY
                ? readAll(in, (int) announced)
                : readLimited(in, access.body().largest());
        case "gzip", "x-gzip" -> unpacked(readLimited(in, access.body().largest()));
        default ->
            throw new ApiException(
                ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                "The content encoding is \""
                    + MessageTexts.shown(encoding)
                    + "\"; expected gzip or none.");
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] unpacked(byte[] packed) {
    long limit = Math.min(access.body().largest(), Math.max(1, packed.length) * (long) MAX_GROWTH);
    try (InputStream in = new GZIPInputStream(new java.io.ByteArrayInputStream(packed))) {
      return readLimited(in, (int) limit);
    } catch (IOException e) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED, "The body is declared as gzip but is not gzip.");
    }
  }

  private static byte[] readAll(InputStream in, int announced) throws IOException {
    byte[] bytes = new byte[announced];
    int read = in.readNBytes(bytes, 0, announced);
    return read == announced ? bytes : Arrays.copyOf(bytes, read);
  }

  private byte[] readLimited(InputStream in, int limit) throws IOException {
    byte[] bytes = in.readNBytes(limit + 1);
    if (bytes.length > limit) {
      throw tooLarge();
    }
    return bytes;
  }

  private ApiException tooLarge() {
    return new ApiException(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "The body is larger than the "
            + access.body().largest()
            + " bytes that are accepted"
            + " here.");
  }

  /** Responds with status 200. */
  public void ok(Object body) {
    reply(200, body);
  }

  /** Responds with JSON; a GET is answered with 304 when the client's copy is current. */
  public void reply(int status, Object body) {
    byte[] bytes = Json.bytes(body);
    boolean isRead = ctx.method().equals(HandlerType.GET) || ctx.method().equals(HandlerType.HEAD);
    if (isRead && status == 200) {
      String tag =
          Optional.ofNullable(ctx.res().getHeader("ETag"))
              .orElseGet(() -> "W/\"" + sha256(bytes).substring(0, 32) + '"');
      ctx.header("ETag", tag);
      if (header("If-None-Match").filter(etags -> etags.contains(tag)).isPresent()) {
        ctx.status(304);
        return;
      }
    }
    send(status, "application/json", bytes);
  }

  /** Responds with serialized JSON. */
  public void send(int status, String contentType, byte[] bytes) {
    ctx.status(status).contentType(contentType);
    boolean isShort = bytes.length <= SHORT_CONTENT;
    shortContent = isShort ? bytes : new byte[0];
    if (!isShort) {
      ctx.result(bytes);
    }
  }

  /** Writes short content. Called when the route has completed without an error. */
  void complete() throws IOException {
    if (shortContent.length > 0) {
      ctx.res().getOutputStream().write(shortContent);
    }
  }

  /** Responds with binary content, without a charset in {@code Content-Type}. */
  public void sendBinary(int status, String contentType, byte[] bytes) {
    ctx.status(status).result(bytes);
    binary(ctx, contentType);
  }

  /** Some clients compare the complete media type. */
  static void binary(Context ctx, String contentType) {
    ctx.res().setCharacterEncoding(null);
    ctx.res().setContentType(contentType);
  }

  /** Adds a header to the response. */
  public void header(String name, String value) {
    ctx.header(name, value);
  }

  /** Sets the version of the returned record as an ETag, which the next change can refer to. */
  public Call version(long version) {
    ctx.header("ETag", "\"" + version + '"');
    return this;
  }

  /**
   * Responds with a record that has a version, and with related content. The ETag changes with
   * either; {@link #expectVersion} compares only the version.
   */
  public void ok(long version, Object body) {
    ctx.header("ETag", "\"" + version + '-' + sha256(Json.bytes(body)).substring(0, 16) + '"');
    reply(200, body);
  }

  /**
   * Rejects a change that is based on an outdated version of the record, if the request states a
   * version.
   */
  public void expectVersion(long current) {
    Optional<String> expected = header("If-Match").map(String::strip);
    if (expected.isPresent()
        && !expected.get().equals("*")
        && !expected.get().equals("\"" + current + '"')
        && !expected.get().startsWith("\"" + current + '-')) {
      throw new ApiException(
          ErrorCode.PRECONDITION_FAILED,
          "The record has version "
              + current
              + ", and If-Match names "
              + MessageTexts.shown(expected.get())
              + ". Read it again.");
    }
  }

  /**
   * Returns a check of the current version against the caller's version, from the {@code If-Match}
   * header and from a field.
   */
  public LongConsumer expectVersion(Fields sent, String field) {
    OptionalLong read = sent.number(field, 1, Long.MAX_VALUE);
    return current -> {
      expectVersion(current);
      if (read.isPresent() && read.getAsLong() != current) {
        throw ApiException.versionConflict(field, read.getAsLong(), current);
      }
    };
  }

  /** Responds with a redirect. */
  public void redirect(int status, String location) {
    ctx.status(status).header("Location", location);
  }

  /** Responds with a file download. */
  public void download(String contentType, String fileName, StreamedBody body) {
    ctx.contentType(contentType)
        .header("Content-Disposition", "attachment; filename=\"" + fileName + '"');
    try {
      OutputStream out = ctx.res().getOutputStream();
      body.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Content that is too large for memory. */
  @FunctionalInterface
  public interface StreamedBody {
    /** Writes the complete content. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** The cookies of this request and its response. */
  public Cookies.Jar cookies() {
    return cookies.of(ctx);
  }

  /** Returns the SHA-256 digest in hexadecimal digits. */
  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the SHA-256 digest of the text's UTF-8 bytes, in hexadecimal digits. */
  public static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }
}
