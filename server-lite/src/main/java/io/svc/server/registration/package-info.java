/** Registration of workflows and agents by themselves. */
@NullMarked
package io.svc.server.registration;

import org.jspecify.annotations.NullMarked;
