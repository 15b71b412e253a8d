/** Actions that wait until people agree to them, and what is done once they do. */
package io.svc.server.approvals;
