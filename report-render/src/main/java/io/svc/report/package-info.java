/** Renders reports and diffs for programs, web pages and terminals. */
@NullMarked
package io.svc.report;

import org.jspecify.annotations.NullMarked;
