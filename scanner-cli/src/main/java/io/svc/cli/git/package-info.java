/** Read access to a git repository through the git program. */
@NullMarked
package io.svc.cli.git;

import org.jspecify.annotations.NullMarked;
