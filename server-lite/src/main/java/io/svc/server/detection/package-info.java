/** The detection cascade: what is looked for in what agents do, and what is made of it. */
@NullMarked
package io.svc.server.detection;

import org.jspecify.annotations.NullMarked;
