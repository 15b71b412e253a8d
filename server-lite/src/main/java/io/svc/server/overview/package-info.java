/** The first page: how everything stands, in figures. */
@NullMarked
package io.svc.server.overview;

import org.jspecify.annotations.NullMarked;
