/** Reports that scanners send, the inventory of MCP servers they tell of, and its baseline. */
package io.svc.server.mcp;
