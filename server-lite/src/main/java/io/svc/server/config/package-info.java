/** The settings of the server: their table, sources and validation. */
@NullMarked
package io.svc.server.config;

import org.jspecify.annotations.NullMarked;
