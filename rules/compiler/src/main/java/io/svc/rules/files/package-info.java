/** Reads regular files, and explains failures of the file system to users. */
package io.svc.rules.files;
