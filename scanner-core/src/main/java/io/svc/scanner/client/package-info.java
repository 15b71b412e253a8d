/** The MCP clients that are known, where they keep their configuration, and which of it exists. */
@NullMarked
package io.svc.scanner.client;

import org.jspecify.annotations.NullMarked;
