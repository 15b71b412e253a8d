package io.svc.server.move;

/**
 * What a table holds.
 *
 * @param rows how many
 * @param digest of all of them, whatever order they are in
 */
public record TableDigest(long rows, String digest) {}
