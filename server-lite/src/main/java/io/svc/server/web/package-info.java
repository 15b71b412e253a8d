/** The dashboard: the files of its pages, and the address of each. */
package io.svc.server.web;
