/** A server in one file, and back: what a backup holds, how it is checked, how it is restored. */
package io.svc.server.backup;
