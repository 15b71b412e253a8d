/** Records of sessions in addition to their timelines: log lines, and traces in other systems. */
@NullMarked
package io.svc.server.sessionlogs;

import org.jspecify.annotations.NullMarked;
