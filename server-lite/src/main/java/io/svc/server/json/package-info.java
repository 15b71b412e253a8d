/** JSON in and out: one mapper, strict reading with places, validation that lists every problem. */
@NullMarked
package io.svc.server.json;

import org.jspecify.annotations.NullMarked;
