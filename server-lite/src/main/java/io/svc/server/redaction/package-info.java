/** Taking out of what was sent what nobody else may see. */
@NullMarked
package io.svc.server.redaction;

import org.jspecify.annotations.NullMarked;
