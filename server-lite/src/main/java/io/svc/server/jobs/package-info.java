/** Work that nobody waits for, done again and again. */
package io.svc.server.jobs;
