/** Certification of workflows for production: checks, certifications, and revocation by drift. */
@NullMarked
package io.svc.server.certification;

import org.jspecify.annotations.NullMarked;
