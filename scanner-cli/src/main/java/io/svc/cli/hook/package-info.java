/** The pre-commit hook of a git repository. */
@NullMarked
package io.svc.cli.hook;

import org.jspecify.annotations.NullMarked;
