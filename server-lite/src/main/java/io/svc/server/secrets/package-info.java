/** Encryption at rest, and its key. */
@NullMarked
package io.svc.server.secrets;

import org.jspecify.annotations.NullMarked;
