/**
 * Reports: rows of a tenant's data, immutable, hashed and signed when they are generated, and
 * exported any number of times.
 */
@NullMarked
package io.svc.server.reports;

import org.jspecify.annotations.NullMarked;
