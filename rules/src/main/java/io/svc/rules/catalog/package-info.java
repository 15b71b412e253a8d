/** The rules that ship with the scanner. */
package io.svc.rules.catalog;
