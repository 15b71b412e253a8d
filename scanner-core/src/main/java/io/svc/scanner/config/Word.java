package io.svc.scanner.config;

/**
 * A word of a command line with the value of the file that contains it. Words share an origin where
 * a client stores a complete line as one text.
 */
public record Word(String text, ConfigText origin) {}
