/** Parses the JSON, TOML and YAML files of MCP clients into servers with their locations. */
@NullMarked
package io.svc.scanner.config;

import org.jspecify.annotations.NullMarked;
