/**
 * Frameworks of controls, each held against what the tenant really has. Which checks a control asks
 * is data ({@code compliance}); what a check looks at is code, once for all frameworks.
 */
@NullMarked
package io.svc.server.reports.compliance;

import org.jspecify.annotations.NullMarked;
