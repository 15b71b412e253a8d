/** The dashboard: the files of its pages, and the address of each. */
@NullMarked
package io.svc.server.web;

import org.jspecify.annotations.NullMarked;
