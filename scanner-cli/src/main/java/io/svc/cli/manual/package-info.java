/** The manual page, written from the model of the commands. */
@NullMarked
package io.svc.cli.manual;

import org.jspecify.annotations.NullMarked;
