/** The detection cascade: what is looked for in what agents do, and what is made of it. */
package io.svc.server.detection;
