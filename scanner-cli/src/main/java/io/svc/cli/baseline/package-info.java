/** The commands that create a baseline and show drift. */
@NullMarked
package io.svc.cli.baseline;

import org.jspecify.annotations.NullMarked;
