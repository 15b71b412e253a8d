package io.svc.server.storemigration;

/**
 * The content of a table.
 *
 * @param rows the number of rows
 * @param digest the digest of all rows, independent of their order
 */
public record TableDigest(long rows, String digest) {}
