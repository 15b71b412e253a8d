/** Keys by which programs prove who sent them. */
@NullMarked
package io.svc.server.apikeys;

import org.jspecify.annotations.NullMarked;
