package io.svc.scanner.config;

/**
 * The location of a value in its file.
 *
 * @param pointer JSON Pointer (RFC 6901) from the root, also for TOML and YAML; empty for the root
 * @param line line, from 1
 * @param column column, from 1, in UTF-16 code units as in editors
 */
public record Location(String pointer, int line, int column) {}
