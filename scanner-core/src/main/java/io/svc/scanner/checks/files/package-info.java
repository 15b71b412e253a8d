/** Checks of file access, and of the config file itself. */
@NullMarked
package io.svc.scanner.checks.files;

import org.jspecify.annotations.NullMarked;
