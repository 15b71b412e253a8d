/** The settings of the server: the table of them, where they are read, and what they come to. */
@NullMarked
package io.svc.server.config;

import org.jspecify.annotations.NullMarked;
