/** Shared code of features that open outbound connections. */
@NullMarked
package io.svc.server.net;

import org.jspecify.annotations.NullMarked;
