/** The first page: how everything stands, in figures. */
package io.svc.server.overview;
