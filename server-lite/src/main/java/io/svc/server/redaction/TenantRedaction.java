package io.svc.server.redaction;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is recognised for a tenant: what everybody has, and what it set itself. Immutable and safe
 * for many threads.
 */
public final class TenantRedaction {
  /** Steps of patterns times characters: about a second of work at worst. */
  private static final long MOST_WORK = 16_000_000;

  private final Redaction redaction;
  private final long steps;
  private final Set<EntityType> own;
  private final Set<EntityType> types;
  private final Set<String> allowed;
  private final ContentMask mask;

  private TenantRedaction(Redaction redaction, List<CustomPattern> patterns, List<String> allowed) {
    this.redaction = redaction;
    this.steps = patterns.stream().mapToLong(CustomPattern::steps).sum();
    Set<EntityType> named = new LinkedHashSet<>();
    patterns.forEach(pattern -> named.add(pattern.type()));
    this.own = Set.copyOf(named);
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

  /** Whether a text is too long for the tenant's own patterns, which take a while. */
  public boolean isTooMuch(long characters) {
    return steps * characters > MOST_WORK;
  }

  /** The longest text that is not. */
  long mostCharacters() {
    return MOST_WORK / Math.max(1, steps);
  }

  /** The tenant's own types. */
  public Set<EntityType> own() {
    return own;
  }

  /** All types, the tenant's own last. */
  public Set<EntityType> types() {
    return types;
  }

  /** Values that stay. */
  public Set<String> allowed() {
    return allowed;
  }

  /** The type with a label; empty for one that is not recognised. */
  public Optional<EntityType> ofLabel(String label) {
    return types.stream().filter(type -> type.label().equals(label)).findFirst();
  }
}
