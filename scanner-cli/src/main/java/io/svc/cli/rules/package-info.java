/** Custom rules and advisories, and the commands for them. */
@NullMarked
package io.svc.cli.rules;

import org.jspecify.annotations.NullMarked;
