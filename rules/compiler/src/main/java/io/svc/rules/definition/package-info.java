/** Reads definition files strictly: each error names its line. */
@NullMarked
package io.svc.rules.definition;

import org.jspecify.annotations.NullMarked;
