/** A server in one file, and back: what a backup holds, how it is checked, how it is restored. */
@NullMarked
package io.svc.server.backup;

import org.jspecify.annotations.NullMarked;
