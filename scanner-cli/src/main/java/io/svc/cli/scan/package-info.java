/** The scan command. */
@NullMarked
package io.svc.cli.scan;

import org.jspecify.annotations.NullMarked;
