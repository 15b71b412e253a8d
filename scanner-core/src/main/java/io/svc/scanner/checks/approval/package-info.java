/** Checks of settings that disable approval or a sandbox. */
@NullMarked
package io.svc.scanner.checks.approval;

import org.jspecify.annotations.NullMarked;
