/** JSON: one mapper, strict parsing with positions, validation that lists every problem. */
@NullMarked
package io.svc.server.json;

import org.jspecify.annotations.NullMarked;
