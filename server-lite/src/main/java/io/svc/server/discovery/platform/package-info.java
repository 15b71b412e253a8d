/** Platforms on which workflows run: how each is asked, and how what it answers is read. */
package io.svc.server.discovery.platform;
