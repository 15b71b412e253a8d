/** The manual page, generated from the command model. */
@NullMarked
package io.svc.cli.manual;

import org.jspecify.annotations.NullMarked;
