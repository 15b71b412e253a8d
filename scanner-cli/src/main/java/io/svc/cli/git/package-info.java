/** Read access to a git repository, by the program git. */
@NullMarked
package io.svc.cli.git;

import org.jspecify.annotations.NullMarked;
