/**
 * The policy language: parsing, checking, compilation and evaluation. It depends on no store,
 * request or clock; the same facts always have the same outcome.
 */
@NullMarked
package io.svc.server.policies.dsl;

import org.jspecify.annotations.NullMarked;
