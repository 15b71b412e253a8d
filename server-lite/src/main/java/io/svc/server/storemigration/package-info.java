/** Moving a store to another database, and verifying that it is complete. */
@NullMarked
package io.svc.server.storemigration;

import org.jspecify.annotations.NullMarked;
