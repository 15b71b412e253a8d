/** The dashboard of the packaged server, in a real browser. */
package io.svc.server.browser;
