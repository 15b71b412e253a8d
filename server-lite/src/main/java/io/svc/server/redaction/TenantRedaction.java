package io.svc.server.redaction;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The redaction of a tenant: the built-in types, and its own settings. Immutable and safe for many
 * threads.
 */
public final class TenantRedaction {
  /** Pattern instructions times characters: about one second of work in the worst case. */
  private static final long MAX_WORK = 16_000_000;

  private final Redaction redaction;
  private final long steps;
  private final Set<EntityType> customTypes;
  private final Set<EntityType> types;
  private final Set<String> allowed;
  private final ContentMask mask;

  private TenantRedaction(Redaction redaction, List<CustomPattern> patterns, List<String> allowed) {
    this.redaction = redaction;
    this.steps = patterns.stream().mapToLong(CustomPattern::steps).sum();
    Set<EntityType> named = new LinkedHashSet<>();
    patterns.forEach(pattern -> named.add(pattern.type()));
    this.customTypes = Set.copyOf(named);
    Set<EntityType> all = new LinkedHashSet<>(EntityType.all());
    all.addAll(named);
    this.types = java.util.Collections.unmodifiableSet(all);
    this.allowed = Set.copyOf(allowed);
    this.mask = new ContentMask(this);
  }

  static TenantRedaction of(Recognizers everybodys, RedactionSettings settings) {
    List<CustomPattern> patterns = settings.recognizers().stream().map(CustomPattern::of).toList();
    return new TenantRedaction(
        new Redaction(patterns.isEmpty() ? everybodys : everybodys.with(patterns)),
        patterns,
        settings.allowList());
  }

  public Redaction redaction() {
    return redaction;
  }

  /** Masks content before it is stored for the tenant. */
  public ContentMask mask() {
    return mask;
  }

  /** Returns whether a text is too long for the tenant's patterns, which take time. */
  public boolean isTooLong(long characters) {
    return steps * characters > MAX_WORK;
  }

  /** Returns the maximum length of a text. */
  long maxCharacters() {
    return MAX_WORK / Math.max(1, steps);
  }

  /** The tenant's own types. */
  public Set<EntityType> customTypes() {
    return customTypes;
  }

  /** All types, with the tenant's own last. */
  public Set<EntityType> types() {
    return types;
  }

  /** Values that are never redacted. */
  public Set<String> allowed() {
    return allowed;
  }

  /** The type with a label; empty for an unknown one. */
  public Optional<EntityType> ofLabel(String label) {
    return types.stream().filter(type -> type.label().equals(label)).findFirst();
  }
}
