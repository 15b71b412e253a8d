/** Reading the files of MCP clients, in JSON, TOML and YAML, into servers with their locations. */
package io.svc.scanner.config;
