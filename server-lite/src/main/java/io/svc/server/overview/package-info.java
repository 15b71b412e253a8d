/** The figures of the overview page. */
@NullMarked
package io.svc.server.overview;

import org.jspecify.annotations.NullMarked;
