/** Whether workflows are fit for production: checks, certifications, and what revokes them. */
package io.svc.server.certification;
