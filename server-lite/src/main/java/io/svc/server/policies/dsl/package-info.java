/**
 * The language in which policies are written: read, checked, compiled and evaluated. Knows no
 * store, no request and no clock; the same facts always get the same outcome.
 */
@NullMarked
package io.svc.server.policies.dsl;

import org.jspecify.annotations.NullMarked;
