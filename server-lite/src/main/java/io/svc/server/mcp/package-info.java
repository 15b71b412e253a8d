/** Uploaded scan reports, the inventory of MCP servers in them, and its baseline. */
@NullMarked
package io.svc.server.mcp;

import org.jspecify.annotations.NullMarked;
