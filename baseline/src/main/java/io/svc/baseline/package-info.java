/** Approved snapshots of a configuration, and what differs from them. */
package io.svc.baseline;
