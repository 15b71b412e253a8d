/**
 * Reports: rows of what a tenant has, frozen, hashed and signed when they are made, and exported as
 * often as wanted.
 */
@NullMarked
package io.svc.server.reports;

import org.jspecify.annotations.NullMarked;
