/** Checks of the names of servers, tools and keys. */
@NullMarked
package io.svc.scanner.checks.names;

import org.jspecify.annotations.NullMarked;
