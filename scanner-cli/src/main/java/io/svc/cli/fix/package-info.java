/** The fix command. */
@NullMarked
package io.svc.cli.fix;

import org.jspecify.annotations.NullMarked;
