package io.svc.scanner.config;

/**
 * One word of a command line, with the value of the file that it comes from. Several words share
 * one origin where a client writes a whole line as one text.
 */
public record Word(String text, ConfigText origin) {}
