/**
 * The rule language: the model, the reader of rule files, and the index that the build creates from
 * them.
 */
@NullMarked
package io.svc.rules;

import org.jspecify.annotations.NullMarked;
