package io.svc.scanner.config;

/**
 * A section of a file that can change what its client does and that no check examines. Secrets in
 * it are found as everywhere in the file.
 *
 * @param name key of the section
 * @param line of the key, from 1
 * @param reason a description of the section, without any of its values
 */
public record UnexaminedSection(String name, int line, String reason) {}
