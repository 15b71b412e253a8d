/** The rules that ship with the scanner. */
@NullMarked
package io.svc.rules.catalog;

import org.jspecify.annotations.NullMarked;
