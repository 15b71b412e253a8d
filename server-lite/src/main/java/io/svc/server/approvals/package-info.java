/** Actions that wait for approval, and their execution after it. */
@NullMarked
package io.svc.server.approvals;

import org.jspecify.annotations.NullMarked;
