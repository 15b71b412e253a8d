/** Reports and diffs written for programs, for pages and for people at a terminal. */
@NullMarked
package io.svc.report;

import org.jspecify.annotations.NullMarked;
