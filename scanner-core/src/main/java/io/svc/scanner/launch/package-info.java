/** The commands, packages, settings and addresses of a server's entry. */
@NullMarked
package io.svc.scanner.launch;

import org.jspecify.annotations.NullMarked;
