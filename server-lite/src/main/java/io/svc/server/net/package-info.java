/** What all features that open a connection outwards have in common. */
package io.svc.server.net;
