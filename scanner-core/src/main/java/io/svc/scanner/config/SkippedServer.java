package io.svc.scanner.config;

/**
 * A server entry, or a part of one, that could not be read. Its report is {@code partial} and names
 * it. Where only a part could not be read, the rest of the entry is examined.
 *
 * @param name the entry's name in the file
 * @param reason why, without any of the entry's values
 * @param location where it stands
 */
public record SkippedServer(String name, String reason, Location location) {}
