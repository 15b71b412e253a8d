/**
 * The catalog of MCP clients, the locations of their configuration, and discovery of existing
 * files.
 */
@NullMarked
package io.svc.scanner.client;

import org.jspecify.annotations.NullMarked;
