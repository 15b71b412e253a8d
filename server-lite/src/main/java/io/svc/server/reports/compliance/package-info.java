/**
 * Compliance frameworks, with checks of their controls against the tenant's state. The mapping of
 * controls to checks is data ({@code compliance}); the checks are code, shared by all frameworks.
 */
@NullMarked
package io.svc.server.reports.compliance;

import org.jspecify.annotations.NullMarked;
