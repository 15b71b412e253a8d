/** The MCP clients that are known, where they keep their configuration, and which of it exists. */
package io.svc.scanner.client;
