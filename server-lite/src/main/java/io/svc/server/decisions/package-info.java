/** Policy decisions on actions of agents, and their records. */
@NullMarked
package io.svc.server.decisions;

import org.jspecify.annotations.NullMarked;
