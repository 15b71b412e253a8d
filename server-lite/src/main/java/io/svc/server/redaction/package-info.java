/** Redaction of secrets and personal data in content. */
@NullMarked
package io.svc.server.redaction;

import org.jspecify.annotations.NullMarked;
