/** Reports and diffs written for programs, for pages and for people at a terminal. */
package io.svc.report;
