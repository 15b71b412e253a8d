/** The command line of the server: its frame, and one class for each verb. */
package io.svc.server.ops;
