/** What is kept secret at rest, and the one key that it hangs on. */
package io.svc.server.secrets;
