/** Users: who they are, whose tenant they belong to, how they prove themselves. */
package io.svc.server.accounts;
