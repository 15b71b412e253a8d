/** Actions that wait until people agree to them, and what is done once they do. */
@NullMarked
package io.svc.server.approvals;

import org.jspecify.annotations.NullMarked;
