/** A browser for tests: a small client of the WebDriver protocol. */
package io.svc.browser;
