/** Reads regular files, and explains failures of the file system to users. */
@NullMarked
package io.svc.rules.files;

import org.jspecify.annotations.NullMarked;
