/** Backups of a server in a single file: content, verification and restore. */
@NullMarked
package io.svc.server.backup;

import org.jspecify.annotations.NullMarked;
