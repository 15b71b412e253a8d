/** Settings files and options, and the commands that create and show settings. */
@NullMarked
package io.svc.cli.settings;

import org.jspecify.annotations.NullMarked;
