/** Finding things by a word, whatever they are. */
package io.svc.server.search;
