/** Whether the process lives, and whether it can serve. */
package io.svc.server.health;
