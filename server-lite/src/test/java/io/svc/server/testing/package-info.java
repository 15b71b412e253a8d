/** What tests of the server share: stores, clients, real peers. */
package io.svc.server.testing;
