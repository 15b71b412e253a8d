/** What is promised of the packaged server, proven with it: tests with the process itself. */
package io.svc.server.packaged;
