package io.svc.scanner.config;

/**
 * A section of a file that can change the client's behavior and that no check examines. Secrets in
 * it are found as in the rest of the file.
 *
 * @param name key of the section
 * @param line line of the key, from 1
 * @param reason description of the section, without its values
 */
public record UnexaminedSection(String name, int line, String reason) {}
