/** Reading the files of MCP clients, in JSON, TOML and YAML, into servers with their locations. */
@NullMarked
package io.svc.scanner.config;

import org.jspecify.annotations.NullMarked;
