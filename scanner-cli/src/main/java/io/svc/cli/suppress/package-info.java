/** The suppress command. */
@NullMarked
package io.svc.cli.suppress;

import org.jspecify.annotations.NullMarked;
