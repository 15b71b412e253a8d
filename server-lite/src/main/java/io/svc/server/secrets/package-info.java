/** What is kept secret at rest, and the one key that it hangs on. */
@NullMarked
package io.svc.server.secrets;

import org.jspecify.annotations.NullMarked;
