/** The directory in which the server keeps what is its own, and who may touch it. */
package io.svc.server.data;
