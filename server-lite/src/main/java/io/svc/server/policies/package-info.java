/** Policies: what agents may do, in which words it is said, and templates to begin with. */
package io.svc.server.policies;
