/** Inventory of the packages, images, repositories and addresses that servers use. */
@NullMarked
package io.svc.scanner.component;

import org.jspecify.annotations.NullMarked;
