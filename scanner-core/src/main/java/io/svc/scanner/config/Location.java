package io.svc.scanner.config;

/**
 * Where a value stands in its file.
 *
 * @param pointer JSON Pointer (RFC 6901) from the root, also for TOML and YAML; empty for the root
 * @param line from 1
 * @param column from 1, in UTF-16 code units as editors count them
 */
public record Location(String pointer, int line, int column) {}
