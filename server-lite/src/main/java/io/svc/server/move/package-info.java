/** Moving all that a store holds into another one, and proving that all of it arrived. */
@NullMarked
package io.svc.server.move;

import org.jspecify.annotations.NullMarked;
