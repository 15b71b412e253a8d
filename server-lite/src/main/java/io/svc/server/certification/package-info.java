/** Whether workflows are fit for production: checks, certifications, and what revokes them. */
@NullMarked
package io.svc.server.certification;

import org.jspecify.annotations.NullMarked;
