/** The config files that a command works on. */
@NullMarked
package io.svc.cli.targets;

import org.jspecify.annotations.NullMarked;
