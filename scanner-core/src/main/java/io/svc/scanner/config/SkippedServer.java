package io.svc.scanner.config;

/**
 * A server entry, or a part of one, that could not be read. The report is {@code partial} and
 * contains its name. If only a part could not be read, the remaining entry is examined.
 *
 * @param name name of the entry in the file
 * @param reason reason, without values of the entry
 * @param location location of the entry
 */
public record SkippedServer(String name, String reason, Location location) {}
