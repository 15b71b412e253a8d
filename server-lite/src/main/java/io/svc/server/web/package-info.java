/** The dashboard: the files of its pages, and their addresses. */
@NullMarked
package io.svc.server.web;

import org.jspecify.annotations.NullMarked;
