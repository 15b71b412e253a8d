/** API keys for programs. */
@NullMarked
package io.svc.server.apikeys;

import org.jspecify.annotations.NullMarked;
