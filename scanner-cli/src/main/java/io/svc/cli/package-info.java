/** The svc-preflight command. */
@NullMarked
package io.svc.cli;

import org.jspecify.annotations.NullMarked;
