/** Reports that scanners send, the inventory of MCP servers they tell of, and its baseline. */
@NullMarked
package io.svc.server.mcp;

import org.jspecify.annotations.NullMarked;
